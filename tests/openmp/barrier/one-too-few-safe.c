// A second barrier protects the next round.
#include <omp.h>

int main(void)
{
    int a[2] = { 0 };
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), k = 0;
        for (int round = 0; round < 2; round++) {
            a[me] = round;
#pragma omp barrier
            k += a[1 - me];
#pragma omp barrier
        }
        (void)k;
    }
    return a[0];
}
