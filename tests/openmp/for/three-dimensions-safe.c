// Each thread has planes of its own.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, l = argc > 2 ? atoi(argv[2]) : 2;
    double *a = calloc((size_t)(n + 1) * 4 * l, sizeof *a);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < l; k++)
                a[(i * 4 + j) * l + k] = i;
    printf("%f\n", a[0]);
    return 0;
}
