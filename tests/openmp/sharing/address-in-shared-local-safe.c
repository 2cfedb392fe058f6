// The first thread leaves the address of its block in a variable that all share; each block of code has its own element.
#include <stdlib.h>

int main(void)
{
    int *shared = 0;
#pragma omp parallel
    {
#pragma omp master
        shared = calloc(2, sizeof *shared);
#pragma omp barrier
#pragma omp single nowait
        shared[0] = 1;
#pragma omp single nowait
        shared[1] = 2;
    }
    free(shared);
    return 0;
}
