#include <stdint.h>
#include <stdio.h>

union bits { float f; uint32_t u; int32_t i; unsigned char b[4]; };
union dbl { double d; uint64_t u; struct { uint32_t lo, hi; } w; };

int main(void) {
    union bits x = {.f = 1.0f};
    printf("%08x %d\n", x.u, x.i);
    x.f = -0.0f;
    printf("%08x\n", x.u);
    x.u = 0x40490fdb;
    printf("%.5f\n", x.f);
    x.u ^= 0x80000000;
    printf("%.5f\n", x.f);
    x.b[0] = 0, x.b[1] = 0, x.b[2] = 0x80, x.b[3] = 0x3f;
    printf("%.2f\n", x.f);
    union dbl d = {1.5};
    printf("%016llx %x %x\n", (unsigned long long)d.u, d.w.lo, d.w.hi);
    d.w.hi += 0x00100000;
    printf("%.3f\n", d.d);
    int exponent = (int)(d.u >> 52 & 0x7ff) - 1023;
    printf("%d\n", exponent);
    return x.b[3];
}
