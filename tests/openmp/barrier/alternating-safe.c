// Odd and even rounds are separated by the barriers of their loops.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    int *a = calloc(n, sizeof *a);
#pragma omp parallel
    for (int p = 0; p < n; p++) {
        if (p % 2 == 0) {
#pragma omp for
            for (int i = 1; i < n; i += 2)
                a[i - 1] += a[i];
        } else {
#pragma omp for
            for (int i = 1; i < n - 1; i += 2)
                a[i + 1] += a[i];
        }
    }
    printf("%d\n", n > 0 ? a[0] : 0);
    return 0;
}
