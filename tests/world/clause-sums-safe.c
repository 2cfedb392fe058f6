// The rows of a matrix whose size is an argument: the index is taken not to overflow.
//~ says: provided that signed sums do not overflow
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, m = argc > 2 ? atoi(argv[2]) : 10;
    if (n < 1 || m < 1)
        return 1;
    double *a = malloc((size_t)n * m * sizeof(double));
    if (!a)
        return 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = i;
    free(a);
    return 0;
}
