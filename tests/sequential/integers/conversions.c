#include <stdint.h>
#include <stdio.h>

static unsigned take_unsigned(unsigned x) { return x; }
static signed char take_char(signed char c) { return c; }

int main(void) {
    long long big = 0x123456789abcdef0LL;
    printf("%x\n", (unsigned)big);
    printf("%d\n", (int)big);
    printf("%d\n", (short)big);
    printf("%d\n", (signed char)big);
    printf("%u\n", (unsigned char)big);
    int m = -1;
    printf("%llu\n", (unsigned long long)m);
    printf("%llu\n", (unsigned long long)(unsigned)m);
    printf("%lld\n", (long long)(unsigned)m);
    printf("%u\n", take_unsigned(-2));
    printf("%d\n", take_char(0x1ff));
    uint16_t h = -3;
    int32_t w = (int16_t)h;
    printf("%u %d\n", h, w);
    uint8_t bytes[4] = {0xde, 0xad, 0xbe, 0xef};
    uint32_t word = (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
    printf("%x\n", word);
    int64_t wide = (int32_t)word;
    printf("%lld\n", (long long)wide);
    return (unsigned char)(wide & 0x7f);
}
