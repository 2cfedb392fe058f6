#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int r;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(5, 7, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(100000, 100000, &r));
    printf(" %d\n", r);
    unsigned u;
    printf("%d", __builtin_sub_overflow(5, 7, &u));
    printf(" %u\n", u);
    unsigned char c;
    printf("%d", __builtin_add_overflow(200, 55, &c));
    printf(" %d\n", c);
    printf("%d", __builtin_add_overflow(200, 56, &c));
    printf(" %d\n", c);
    int64_t w;
    printf("%d", __builtin_mul_overflow(INT64_MAX, 2, &w));
    printf(" %lld\n", (long long)w);
    printf("%d", __builtin_mul_overflow(-1, 0x80000000u, &w));
    printf(" %lld\n", (long long)w);
    printf("%d", __builtin_add_overflow(-1, 1u, &u));
    printf(" %u\n", u);
    long l;
    printf("%d %d %d\n", __builtin_saddl_overflow(LONG_MAX, 1, &l), __builtin_sadd_overflow(1, 2, &r),
           __builtin_umul_overflow(65536, 65536, &u));
    printf("%ld %d %u\n", l, r, u);
    printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, (int)0), __builtin_mul_overflow_p(3, 4, (char)0));
    unsigned sum = 0;
    int steps = 0;
    while (!__builtin_add_overflow(sum, 300000000u, &sum)) steps++;
    return steps;
}
