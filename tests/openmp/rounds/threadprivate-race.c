// What threads count for themselves stays from region to region: in the third round both write.
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
                cell = 1;  //~ RACE
            else if (++counted == 3)
                cell = 2;  //~ RACE
        }
    }
    return 0;
}
