#include <stdio.h>

int main(void) {
    int count = 0;
    for (int i = 0, j = 10; i < j; i++, j--) count += j - i;
    printf("%d\n", count);
    int n = 3;
    while (n --> 0) printf("%d ", n);
    printf("%d\n", n);
    do count++; while (0);
    for (;;) {
        if (++count % 7 == 0) break;
        if (count % 2) continue;
        printf("%d ", count);
    }
    printf("%d\n", count);
    int k = 0;
    do {
        if (k == 2) continue;
        printf("k%d ", k);
    } while (++k < 4);
    printf("\n");
    for (int i = 0; i < 3; i++)
        for (int j = 0; ; j++) {
            if (j > i) break;
            printf("%d%d ", i, j);
        }
    printf("\n");
    unsigned u;
    int steps = 0;
    for (u = 3; u <= 3; u--) steps++;
    printf("%d %u\n", steps, u);
    for (const char *p = "abc"; *p; ++p)
        if (*p == 'b') continue;
        else putchar(*p);
    putchar('\n');
    if (steps) if (steps == 1) printf("no\n"); else printf("dangling\n");
    for (char c = 'a'; c < 'f'; c += 2) putchar(c);
    putchar('\n');
    for (; k < 30; k *= 2);
    return k;
}
