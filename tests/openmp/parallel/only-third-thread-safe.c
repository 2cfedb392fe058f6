// Thread 2 writes its own element.
#include <omp.h>

int main(void)
{
    int a[3] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (me == 0)
            a[0] = 1;
        if (me == 2)
            a[2] = 2;
    }
    return a[0];
}
