#include <stdio.h>

int main(void) {
    int a = 0, b = 0, c = 0, n;
    unsigned u, x, o;
    printf("%d", sscanf("12 -34 +56", "%d %d %d", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("0x1f 077 99", "%i %i %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("42 ff 755", "%u %x %o", &u, &x, &o));
    printf(" %u %u %u\n", u, x, o);
    short h;
    signed char hh;
    long l;
    long long ll;
    size_t z;
    printf("%d", sscanf("70000 300 -5000000000 9000000000 7", "%hd %hhd %ld %lld %zu", &h, &hh, &l, &ll, &z));
    printf(" %d %d %ld %lld %zu\n", h, hh, l, ll, z);
    float f;
    double d;
    printf("%d", sscanf("1.5 -2.5e3", "%f %lf", &f, &d));
    printf(" %.2f %.2f\n", f, d);
    printf("%d", sscanf("123456", "%3d%2d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("10,20;30", "%d,%d;%d%n", &a, &b, &c, &n));
    printf(" %d %d %d %d\n", a, b, c, n);
    printf("%d", sscanf("5 skip 6", "%d %*s %d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d\n", sscanf("abc", "%d", &a));
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d", sscanf("7 x 8", "%d %d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("100%", "%d%%", &a));
    printf(" %d\n", a);
    return a;
}
