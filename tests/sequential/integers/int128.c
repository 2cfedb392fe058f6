#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void print_u128(u128 v) {
    char digits[50];
    int n = 0;
    do digits[n++] = '0' + (int)(v % 10);
    while (v /= 10);
    while (n) putchar(digits[--n]);
    putchar('\n');
}

int main(void) {
    u128 f = 1;
    for (int i = 2; i <= 33; i++) f *= i;
    print_u128(f);
    print_u128(~(u128)0);
    i128 neg = -5;
    print_u128(-neg);
    printf("%d %d\n", neg < 0, (u128)neg > 0);
    printf("%lld %lld\n", (long long)(neg / 2), (long long)(neg % 3));
    u128 s = (u128)1 << 100;
    printf("%llx %llx\n", (unsigned long long)(s >> 64), (unsigned long long)s);
    printf("%llx\n", (unsigned long long)((i128)-1 >> 127));
    u128 product = (u128)0xffffffffffffffffULL * 0xffffffffffffffffULL;
    printf("%llx %llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
    printf("%zu %zu\n", sizeof(i128), _Alignof(i128));
    printf("%.1f\n", (double)((i128)1 << 70));
    struct { char c; i128 v; } t = {1, 77};
    printf("%zu %d\n", sizeof t, (int)t.v);
    i128 back = (i128)1e20;
    print_u128(back);
    return (int)(f % 101);
}
