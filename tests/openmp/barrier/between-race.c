// Each thread reads what its neighbour writes.
#include <omp.h>

int main(void)
{
    int a[16] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num(), k;
        a[me] = me;  //~ RACE
        k = a[(me + 1) % omp_get_num_threads()];  //~ RACE
        (void)k;
    }
    return a[0];
}
