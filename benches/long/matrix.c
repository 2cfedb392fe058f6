/* A product of matrices, rows shared by a team. */
#include <stdio.h>
#define N 300
static double a[N][N], b[N][N], c[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j) % 13;
            b[i][j] = (i + j * 5) % 11;
        }
    for (int round = 0; round < 4; round++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
    }
    printf("%.0f\n", c[17][23]);
    return 0;
}
