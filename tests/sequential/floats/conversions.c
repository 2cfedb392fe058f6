#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d %d\n", (int)2.9, (int)-2.9, (int)0.5, (int)-0.5);
    printf("%u %u\n", (unsigned)3e9, (unsigned char)200.7);
    printf("%lld %llu\n", (long long)9e18, (unsigned long long)1e19);
    printf("%.1f %.1f\n", (double)(1LL << 60), (double)~0ULL);
    printf("%.1f\n", (double)((1LL << 53) + 1));
    printf("%.1f %.1f\n", (float)0x7fffffff, (float)-0x7fffffff);
    printf("%.1f\n", (double)(float)123456789);
    printf("%.1f %.1f\n", (double)-1u, (double)(unsigned char)-1);
    int i = 7.99;
    char c = 65.5;
    printf("%d %c\n", i, c);
    float f = 1 << 25 | 1;
    printf("%.1f\n", f);
    long l = 1.5f * 3;
    printf("%ld\n", l);
    i = 10;
    i *= 0.25;
    printf("%d\n", i);
    i = 10;
    i /= 0.3;
    printf("%d\n", i);
    unsigned u = 5;
    u -= 1.5;
    printf("%u\n", u);
    double d = 1 / 2 + 1 / 2.0 + 1.f / 4;
    printf("%.3f\n", d);
    int8_t small = (int8_t)-100.9;
    printf("%d %d\n", small, (_Bool)0.1);
    uint64_t exact = (uint64_t)18446744073709549568.0;
    printf("%llu\n", (unsigned long long)exact);
    return (int)(float)99.99;
}
