#include <stdio.h>

static int sum(int n, int v[n]) {
    int s = 0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}

static int reversed(int n, const char *s) {
    char copy[n + 1];
    for (int i = 0; i < n; i++) copy[i] = s[n - 1 - i];
    copy[n] = 0;
    return printf("%s %zu\n", copy, sizeof copy);
}

int main(void) {
    int n = 5;
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i * i;
    printf("%d %zu\n", sum(n, v), sizeof v);
    n = 100;
    printf("%zu %zu\n", sizeof v, sizeof v / sizeof v[0]);
    int printed = reversed(6, "redraw");
    int *p = v + 2, *end = v + sizeof v / sizeof *v;
    printf("%td\n", end - p);
    double d[printed][1];
    printf("%zu\n", sizeof d);
    return sum(3, v + 1);
}
