// One variable for all threads, which the regions of different iterations add to under locks of their own.
#include <omp.h>

int a[4], sum;

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int i = 0; i < 4; i++) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)  //~ RACE
            for (int j = 0; j < 5; j++)
                sum += j;
            a[i] = sum;  //~ RACE
            sum = 0;  //~ RACE
        }
    }
    return a[0];
}
