// A bit-field narrower than int promotes to int, even when unsigned.
#include <stdio.h>

struct s { unsigned narrow : 4; unsigned full : 32; };

int main(void) {
    struct s s = {3, 3};
    printf("%d\n", s.narrow - 4 < 0);
    printf("%d\n", s.full - 4 < 0);
    printf("%d\n", s.narrow > -1);
    printf("%d\n", s.full > -1);
    printf("%d\n", -s.narrow);
    printf("%d\n", ~s.narrow);
    s.narrow = 15;
    s.narrow++;
    printf("%u\n", s.narrow);
    s.narrow--;
    printf("%u\n", s.narrow);
    s.narrow += 20;
    printf("%u\n", s.narrow);
    s.narrow <<= 2;
    printf("%u\n", s.narrow);
    printf("%zu\n", sizeof(s.narrow + 0));
    int old = s.narrow++;
    int now = ++s.narrow;
    printf("%d %d %u\n", old, now, s.narrow);
    return s.narrow;
}
