#include <stdio.h>
#include <stdlib.h>

static int trace(int n, int (*m)[n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
static int last(int rows, int cols, int m[static rows][cols]) { return m[rows - 1][cols - 1]; }
static int unspecified(int n, int m[*][*]);
static int unspecified(int n, int m[n][n]) { return m[0][n - 1]; }

int main(void) {
    int n = 3;
    int (*m)[n] = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i * n + j;
    printf("%d %d %d\n", trace(n, m), last(n, n, m), unspecified(n, m));
    printf("%zu\n", sizeof *m);
    int (*p)[n] = m + 1;
    printf("%d %td %td\n", (*p)[0], p - m, (char *)p - (char *)m);
    p++;
    printf("%d\n", **p);
    int (*whole)[n][n] = (int (*)[n][n])m;
    printf("%d %zu\n", (*whole)[2][1], sizeof *whole);
    int flat[n * n];
    for (int i = 0; i < n * n; i++) flat[i] = (&m[0][0])[i] + 1;
    int (*view)[n] = (int (*)[n])flat;
    int r = trace(n, view);
    free(m);
    return r;
}
