#include <stdbool.h>
#include <stdio.h>

static bool even(int n) { return !(n & 1); }
static _Bool as_bool(int n) { return n; }

int main(void) {
    bool b = 256;
    printf("%d\n", b);
    b = 0.5;
    printf("%d\n", b);
    b = "text";
    printf("%d\n", b);
    b = (void *)0;
    printf("%d\n", b);
    b = 3;
    b += 5;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b ^= 1;
    printf("%d %d\n", b, ~b);
    printf("%d %d\n", even(4) + even(5) + true, as_bool(4) == true);
    printf("%zu %zu\n", sizeof(bool), sizeof(b + b));
    printf("%d %d\n", (bool)0x100, (char)0x100);
    bool flags[4] = {1, 2, 0, -1};
    int set = 0;
    for (int i = 0; i < 4; i++) set += flags[i];
    printf("%d\n", set);
    b = 1;
    printf("%d\n", b << 3 | b);
    return as_bool(-7) + as_bool(0) + set;
}
