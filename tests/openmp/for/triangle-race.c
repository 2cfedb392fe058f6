// The diagonal above is written too, which others read.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    double *a = calloc((size_t)n * n, sizeof *a);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[j * n + i];  //~ RACE
    printf("%f\n", n > 0 ? a[0] : 0);
    return 0;
}
