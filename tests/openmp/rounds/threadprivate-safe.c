// What threads count for themselves stays from region to region: only one writes what both see.
#include <omp.h>

int counted, cell;
double sum;
#pragma omp threadprivate(counted)

int main(void)
{
    while (sum < 10) {
#pragma omp parallel for reduction(+ : sum) num_threads(2)
        for (int i = 0; i < 10; i++)
            sum += 0.1 * i;
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0)
                cell = 1;
            else if (++counted == 3)
                counted = 0;
        }
    }
    return 0;
}
