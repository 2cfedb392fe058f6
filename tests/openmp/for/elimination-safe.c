// Rows below k are written, row k is read.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    double *a = calloc((size_t)n * n, sizeof *a);
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = k + 1; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] -= a[k * n + j];
    }
    printf("%f\n", n > 0 ? a[0] : 0);
    return 0;
}
