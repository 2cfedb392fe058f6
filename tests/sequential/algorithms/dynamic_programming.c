#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int common(const char *a, const char *b, char *out) {
    int n = strlen(a), m = strlen(b);
    int (*t)[m + 1] = calloc(n + 1, sizeof *t);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : MAX(t[i - 1][j], t[i][j - 1]);
    int r = t[n][m];
    out[r] = 0;
    for (int i = n, j = m, k = r; k > 0;)
        if (a[i - 1] == b[j - 1]) out[--k] = a[i - 1], i--, j--;
        else if (t[i - 1][j] >= t[i][j - 1]) i--;
        else j--;
    free(t);
    return r;
}
static int knapsack(int n, const int w[n], const int v[n], int cap) {
    int best[cap + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        for (int c = cap; c >= w[i]; c--) best[c] = MAX(best[c], best[c - w[i]] + v[i]);
    return best[cap];
}
static long ways(int amount, const int *coins) {
    if (amount == 0) return 1;
    if (amount < 0 || !*coins) return 0;
    return ways(amount - *coins, coins) + ways(amount, coins + 1);
}

int main(void) {
    char out[32];
    int n = common("AGGTABQWERTY", "GXTXAYBWXRT", out);
    printf("%d %s\n", n, out);
    printf("%d\n", knapsack(4, (int[]){1, 3, 4, 5}, (int[]){1, 4, 5, 7}, 7));
    printf("%ld\n", ways(60, (int[]){25, 10, 5, 1, 0}));
    return n;
}
