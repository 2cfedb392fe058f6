// The size expressions of a parameter are evaluated on entry, and later parameters see earlier ones.
#include <stdio.h>

static int evaluated;
static int dimension(int d) { evaluated += d; return d; }

static size_t row_size(int n, int m[][dimension(n)]) { return sizeof m[0]; }
static int at(int w, int h, int g[h][w], int y, int x) { return g[y][x]; }

static int triangle(int n) {
    if (n == 0) return 0;
    int row[n];
    for (int i = 0; i < n; i++) row[i] = 1;
    int deeper = triangle(n - 1);
    for (int i = 0; i < n; i++) deeper += row[i];
    return deeper;
}

int main(void) {
    int g[4][6];
    for (int i = 0; i < 24; i++) g[i / 6][i % 6] = i;
    printf("%zu\n", row_size(6, g));
    printf("%d\n", evaluated);
    printf("%d %d\n", at(6, 4, g, 2, 3), at(6, 4, g, 3, 5));
    printf("%d\n", triangle(10));
    return triangle(9) + evaluated;
}
