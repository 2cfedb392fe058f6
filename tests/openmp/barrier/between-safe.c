// A barrier between the writes and the reads.
#include <omp.h>

int main(void)
{
    int a[16] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num(), k;
        a[me] = me;
#pragma omp barrier
        k = a[(me + 1) % omp_get_num_threads()];
        (void)k;
    }
    return a[0];
}
