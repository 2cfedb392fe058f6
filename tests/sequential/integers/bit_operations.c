#include <stdint.h>
#include <stdio.h>

static int count(uint32_t v) {
    int n = 0;
    for (; v; v &= v - 1) n++;
    return n;
}

static uint32_t reverse(uint32_t v) {
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
    return v >> 16 | v << 16;
}

int main(void) {
    unsigned x = 0xf0f0, y = 0x0ff0;
    printf("%x %x %x %x\n", x & y, x | y, x ^ y, ~x);
    printf("%d %d %d\n", -6 & 3, -6 | 3, -6 ^ 3);
    printf("%d %d\n", 6 & 3 == 3, (6 & 3) == 3);
    printf("%d %x\n", count(0xdeadbeef), reverse(0x12345678));
    x &= ~0xffu;
    x |= 1u << 31;
    x ^= 0x1000;
    printf("%x\n", x);
    uint64_t m = ~0ull >> 10 & ~0xfffull;
    printf("%llx\n", (unsigned long long)m);
    int a = 12, b = 10;
    a ^= b, b ^= a, a ^= b;
    printf("%d %d\n", a, b);
    unsigned p = 37;
    p--, p |= p >> 1, p |= p >> 2, p |= p >> 4, p |= p >> 8, p |= p >> 16, p++;
    printf("%u\n", p);
    return count(x) + count(y);
}
