// Pointer arithmetic on void and functions, escapes and names that only GNU C has.
#include <stdio.h>

static int f(void) { return 1; }

int main(void) {
    int v[4] = {1, 2, 3, 4};
    void *p = v;
    p += sizeof(int);
    printf("%d\n", *(int *)p);
    p++;
    p -= 1;
    printf("%d %zu %zu\n", *(int *)(p + 4), sizeof(void), sizeof(f));
    printf("%td\n", p - (void *)v);
    int dollar$name = 5, $ = 6;
    printf("%d\n", dollar$name + $);
    printf("%s %s\n", __FUNCTION__, __PRETTY_FUNCTION__);
    int big = 1, local = 0;
    {
        __label__ inner;
        goto inner;
        local = 100;
    inner:
        local++;
    }
    printf("%d\n", local);
    return *(char *)&big + local;
}
