#include <stdio.h>

enum { N = 4 };
typedef long matrix[N][N];

static void multiply(matrix out, matrix a, matrix b) {
    matrix r = {0};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) r[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < N * N; i++) out[i / N][i % N] = r[i / N][i % N];
}
static long determinant(int n, long m[n][n]) {
    if (n == 1) return m[0][0];
    long d = 0, sub[n - 1][n - 1];
    for (int c = 0; c < n; c++) {
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != c) sub[i - 1][k++] = m[i][j];
        d += (c % 2 ? -1 : 1) * m[0][c] * determinant(n - 1, sub);
    }
    return d;
}
static void transpose(matrix m) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            long t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
}

int main(void) {
    matrix a = {{2, 0, 1, 3}, {1, 1, 0, 2}, {0, 3, 1, 1}, {4, 1, 2, 0}}, p = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}};
    for (int i = 0; i < 5; i++) multiply(p, p, a);
    for (int i = 0; i < N; i++, printf("\n"))
        for (int j = 0; j < N; j++) printf("%6ld", p[i][j]);
    printf("%ld %ld\n", determinant(N, a), determinant(N, p));
    transpose(p);
    printf("%ld %zu\n", p[0][3], sizeof(matrix));
    return (int)(determinant(N, a) + 100);
}
