// The block in which a thread prepares what an iteration gives is known to all: it is the block of whoever came last.
#include <stdlib.h>

double from[50][30], to[50], *last;

int main(void)
{
#pragma omp parallel
    {
        double *scratch = malloc(30 * sizeof *scratch);
#pragma omp critical
        last = scratch;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 30; k++)
                last[k] = from[i][k];  //~ RACE
            to[i] = i;
        }
    }
    return 0;
}
