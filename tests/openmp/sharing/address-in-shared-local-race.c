// The first thread leaves the address of its block in a variable that all share; any thread may do either block of code.
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
        shared[0] = 1;  //~ RACE
#pragma omp single nowait
        shared[0] = 2;  //~ RACE
    }
    free(shared);
    return 0;
}
