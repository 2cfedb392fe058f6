// Arithmetic on narrow types happens in int.
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    signed char s = -1;
    unsigned short us = 65535;
    short sh = -32768;
    printf("%d %d\n", a + b, (unsigned char)(a + b));
    printf("%d %d\n", ~a, (unsigned char)~a);
    printf("%d\n", a << 4);
    printf("%d %d\n", us + 1, (unsigned short)(us + 1));
    printf("%d\n", -sh);
    printf("%d\n", s < a);
    printf("%zu %zu %zu\n", sizeof(a + b), sizeof(us * us), sizeof(+s));
    printf("%zu %zu %zu\n", sizeof(a + 1L), sizeof('c'), sizeof(!a));
    a += 100;
    printf("%d\n", a);
    us++;
    printf("%d\n", us);
    s = 127;
    s++;
    printf("%d\n", s);
    b = a * 10;
    printf("%d\n", b);
    return a;
}
