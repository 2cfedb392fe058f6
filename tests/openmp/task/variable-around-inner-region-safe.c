// Tasks of an inner region use a variable of the block around it one after the other.
#include <omp.h>

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single nowait
        {
#pragma omp task shared(sum)
            sum += 1;
#pragma omp taskwait
#pragma omp task shared(sum)
            sum += 2;
        }
        sum += 3;
    }
    return 0;
}
