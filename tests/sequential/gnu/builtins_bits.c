#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t v[] = {1, 0x80000000u, 0xf0f0, 12345678, 0xffffffff};
    for (int i = 0; i < 5; i++)
        printf("%d %d %d %d %d\n", __builtin_popcount(v[i]), __builtin_clz(v[i]), __builtin_ctz(v[i]),
               __builtin_parity(v[i]), __builtin_ffs(v[i]));
    uint64_t w[] = {1, 1ull << 63, 0x00ff00ff00000000ull};
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %d %d\n", __builtin_popcountll(w[i]), __builtin_clzll(w[i]), __builtin_ctzl(w[i]),
               __builtin_parityl(w[i]), __builtin_ffsll(w[i]));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parityll(7));
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678),
           (unsigned long long)__builtin_bswap64(0x0123456789abcdefull));
    printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsbll(255));
    enum { K = __builtin_popcount(0xff) };
    char sized[__builtin_ctz(32)];
    printf("%d %zu\n", K, sizeof sized);
    printf("%d %ld\n", __builtin_abs(-4), __builtin_labs(-5L));
    return __builtin_clz(1) + K;
}
