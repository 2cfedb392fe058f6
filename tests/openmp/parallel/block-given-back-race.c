// Each thread gets its block from a function that gives back its argument; the first thread's is written by all.
#include <stdlib.h>
#include <string.h>

char *shared;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        char *own = memset(malloc(8), 0, 8);
#pragma omp master
        shared = own;
#pragma omp barrier
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 8; i++)
            shared[0] = i;  //~ RACE
    }
    return 0;
}
