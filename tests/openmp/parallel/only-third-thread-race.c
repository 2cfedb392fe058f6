// Thread 2 races with thread 0: no team of two shows it.
#include <omp.h>

int main(void)
{
    int a[3] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (me == 0)
            a[0] = 1;  //~ RACE
        if (me == 2)
            a[0] = 2;  //~ RACE
    }
    return a[0];
}
