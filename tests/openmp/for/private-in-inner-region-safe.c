// Every thread has a variable of its own, which the regions that it makes add to.
#include <omp.h>

int a[4];

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int sum = 0;
#pragma omp for
        for (int i = 0; i < 4; i++) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)
            for (int j = 0; j < 5; j++)
                sum += j;
            a[i] = sum;
            sum = 0;
        }
    }
    return a[0];
}
