// A barrier is between each loop and the next one, for any number of steps.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, steps = argc > 2 ? atoi(argv[2]) : 3;
    double *a = calloc(n + 2, sizeof *a), *b = calloc(n + 2, sizeof *b);
#pragma omp parallel
    for (int t = 0; t < steps; t++) {
#pragma omp for
        for (int i = 1; i <= n; i++)
            b[i] = a[i - 1] + a[i + 1];
#pragma omp for
        for (int i = 1; i <= n; i++)
            a[i] = b[i];
    }
    printf("%f\n", a[0]);
    return 0;
}
