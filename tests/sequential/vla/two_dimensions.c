#include <stdio.h>

static void multiply(int n, int m, int k, int a[n][m], int b[m][k], int c[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            c[i][j] = 0;
            for (int l = 0; l < m; l++) c[i][j] += a[i][l] * b[l][j];
        }
}

int main(void) {
    int n = 2, m = 3, k = 4;
    int a[n][m], b[m][k], c[n][k];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = i + j;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < k; j++) b[i][j] = i * j + 1;
    multiply(n, m, k, a, b, c);
    for (int i = 0; i < n; i++, printf("\n"))
        for (int j = 0; j < k; j++) printf("%d ", c[i][j]);
    printf("%zu %zu %zu\n", sizeof a, sizeof a[0], sizeof c[0][0]);
    int fixed[n][5];
    fixed[1][4] = 11;
    printf("%zu %td\n", sizeof fixed, &fixed[1][4] - &fixed[0][0]);
    int cube[n][m][k];
    printf("%zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0]);
    return c[1][3] + fixed[1][4];
}
