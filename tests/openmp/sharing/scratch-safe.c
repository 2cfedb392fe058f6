// Every thread has a block of its own in which it prepares what an iteration gives.
#include <stdlib.h>

double from[50][30], to[50];

int main(void)
{
#pragma omp parallel
    {
        double *scratch = malloc(30 * sizeof *scratch);
#pragma omp for
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 30; k++)
                scratch[k] = from[i][k];
            to[i] = scratch[0] + scratch[29];
        }
        free(scratch);
    }
    return 0;
}
