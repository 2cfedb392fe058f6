// The index of an element is known not to overflow.
//~ lacks: provided that signed sums do not overflow
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    if (n < 1)
        return 1;
    double *a = malloc((size_t)n * sizeof(double));
    if (!a)
        return 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
    free(a);
    return 0;
}
