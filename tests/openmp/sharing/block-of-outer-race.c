// The threads of an inner region use the block of the thread that made it, and any of them may do either block.
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
#pragma omp single nowait
            block[0] = 1;  //~ RACE
#pragma omp single nowait
            block[0] = 2;  //~ RACE
        }
        free(block);
    }
    return 0;
}
