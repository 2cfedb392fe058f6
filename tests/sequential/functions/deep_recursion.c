#include <stdio.h>

struct frame { int values[8]; };

static long walk(int n, struct frame f) {
    if (n == 0) return f.values[0] + f.values[7];
    f.values[0] += n;
    f.values[7] ^= n;
    return walk(n - 1, f) + 1;
}

static int collatz(unsigned long n) { return n == 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2); }

static int permutations(int *v, int n, int k) {
    if (k == n) return v[0] < v[n - 1];
    int found = 0;
    for (int i = k; i < n; i++) {
        int t = v[k]; v[k] = v[i]; v[i] = t;
        found += permutations(v, n, k + 1);
        t = v[k]; v[k] = v[i]; v[i] = t;
    }
    return found;
}

int main(void) {
    printf("%ld\n", walk(5000, (struct frame){{1}}));
    int longest = 0, at = 0;
    for (int i = 1; i < 300; i++) {
        int c = collatz(i);
        if (c > longest) longest = c, at = i;
    }
    printf("%d %d\n", at, longest);
    int v[] = {1, 2, 3, 4, 5, 6};
    printf("%d\n", permutations(v, 6, 0));
    return longest % 100;
}
