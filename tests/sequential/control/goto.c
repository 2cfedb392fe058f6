#include <stdio.h>

static int search(int m[3][3], int wanted) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == wanted) goto found;
    return -1;
found:
    return i * 10 + j;
}

static int cleanup(int fail_at) {
    int undone = 0;
    if (fail_at == 1) goto one;
    if (fail_at == 2) goto two;
    if (fail_at == 3) goto three;
    return 0;
three: undone += 100;
two:   undone += 10;
one:   undone += 1;
    return undone;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d %d\n", search(m, 6), search(m, 7), search(m, 10));
    printf("%d %d %d %d\n", cleanup(0), cleanup(1), cleanup(2), cleanup(3));
    int i = 0, sum = 0;
loop:
    if (i < 5) {
        sum += i++;
        goto loop;
    }
    printf("%d\n", sum);
    goto inside;
    {
        int skipped;
    inside:
        skipped = 4;
        sum += skipped;
    }
    printf("%d\n", sum);
    while (1) {
        do {
            if (++i > 8) goto done;
        } while (i < 100);
    }
done:;
    int after = i;
    {
        __label__ again;
    again:
        if (after++ < 20) goto again;
    }
    return after + sum;
}
