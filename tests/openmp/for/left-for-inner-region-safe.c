// What an earlier iteration left behind in the thread is the same as nothing.
#include <omp.h>

int a[4];

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int k = 0;
#pragma omp for
        for (int i = 0; i < 2; i++) {
#pragma omp parallel num_threads(2)
            {
#pragma omp single
                {
                    a[i + k * 2] = i;
                    k = 0;
                }
            }
        }
    }
    return a[0];
}
