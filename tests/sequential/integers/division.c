// Division truncates towards zero; the remainder has the dividend's sign.
#include <stdio.h>

int main(void) {
    int a[] = {7, -7};
    int b[] = {2, -2, 3, -3, 7, 8, -8};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 7; j++) {
            int q = a[i] / b[j], r = a[i] % b[j];
            printf("%d/%d=%d r%d %d\n", a[i], b[j], q, r, q * b[j] + r == a[i]);
        }
    printf("%u %u\n", -7u / 2, -7u % 10);
    printf("%d\n", -7 / 2u == 2147483644u);
    printf("%lld %lld\n", -9000000000LL / 7, -9000000000LL % 7);
    unsigned char c = 250;
    c /= 7;
    printf("%d\n", c);
    short s = -100;
    s %= 7;
    printf("%d\n", s);
    unsigned long long big = ~0ULL;
    printf("%llu %llu\n", big / 10, big % 10);
    return -s * 10;
}
