// Product of square matrices of doubles.
#include <stdio.h>

#ifndef N
#define N 300
#endif

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    printf("%.1f %.1f\n", c[0][0], c[N - 1][N - 2]);
    return 0;
}
