#include <stdint.h>
#include <stdio.h>

int main(void) {
    int neg = -17;
    unsigned u = 0x80000001u;
    printf("%d %d %d\n", neg >> 1, neg >> 4, neg >> 31);
    printf("%x %x\n", u >> 1, u << 1);
    printf("%llx\n", 1ULL << 63);
    printf("%lld\n", -1LL >> 63);
    printf("%llx\n", (unsigned long long)u << 4);
    unsigned char c = 0x81;
    printf("%x %x\n", c << 1, (unsigned char)(c << 1));
    c <<= 1;
    printf("%x\n", c);
    c >>= 1;
    printf("%x\n", c);
    int16_t s = -2;
    s >>= 1;
    printf("%d\n", s);
    uint64_t rot = 0x0123456789abcdefULL;
    for (int i = 0; i < 64; i += 20) {
        uint64_t r = i ? rot << i | rot >> (64 - i) : rot;
        printf("%016llx\n", (unsigned long long)r);
    }
    printf("%zu %zu\n", sizeof(c << 1L), sizeof(1LL << c));
    int sum = 0;
    for (unsigned m = 1; m; m <<= 1) sum++;
    return sum;
}
