// All threads write the element that belongs to thread 0.
#include <omp.h>

int main(void)
{
    int a[64] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        a[me * 0] = me;  //~ RACE
    }
    return a[0];
}
