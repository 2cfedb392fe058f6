// Which element a region writes depends on what an earlier iteration left behind in the thread, if there was one.
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
                    a[k] = i;  //~ RACE
                    k = 1;
                }
            }
        }
    }
    return a[0];
}
