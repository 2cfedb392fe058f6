#include <stdio.h>
#include <stdlib.h>

static int n, solutions, row[12];

static int safe(int c, int r) {
    for (int i = 0; i < c; i++)
        if (row[i] == r || abs(row[i] - r) == c - i) return 0;
    return 1;
}
static void place(int c) {
    if (c == n) {
        if (!solutions++)
            for (int i = 0; i < n; i++) printf("%d%c", row[i], i + 1 < n ? ' ' : '\n');
        return;
    }
    for (int r = 0; r < n; r++)
        if (safe(c, r)) row[c] = r, place(c + 1);
}
static int bits(unsigned all, unsigned cols, unsigned left, unsigned right) {
    if (cols == all) return 1;
    int count = 0;
    for (unsigned free = all & ~(cols | left | right); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        count += bits(all, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void) {
    for (n = 1; n <= 7; n++) {
        solutions = 0;
        place(0);
        printf("%d %d %d\n", n, solutions, bits((1u << n) - 1, 0, 0, 0));
    }
    return solutions;
}
