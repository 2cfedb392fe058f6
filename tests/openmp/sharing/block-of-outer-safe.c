// The threads of an inner region use the block of the thread that made it, one after the other.
#include <omp.h>
#include <stdlib.h>

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int *block = malloc(sizeof *block);
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            block[0] = 1;
#pragma omp single nowait
            block[0] = 2;
        }
        free(block);
    }
    return 0;
}
