// The last element of a chunk is the first one of the next.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    double *a = calloc(n + 1, sizeof *a);
#pragma omp parallel
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        int chunk = n / all, from = me * chunk, to = from + chunk;
        for (int i = from; i <= to; i++)
            a[i] = i;  //~ RACE
    }
    printf("%f\n", a[0]);
    return 0;
}
