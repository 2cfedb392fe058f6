#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {2.5, 3.5, -2.5, 0.49999999999999994, -0.5, 7.0, 1e15 + 0.5};
    for (int i = 0; i < 7; i++)
        printf("%g %g %g %g %g %g\n", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), nearbyint(v[i]));
    printf("%ld %lld %ld\n", lround(2.5), llround(-3.5), lrint(2.5));
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%.1f %.1f %.1f\n", 0.25, 0.35, 0.45);
    printf("%.2f %.2f\n", 1.005, 2.675);
    printf("%.3g %.3g %.3g\n", 1234.5, 0.00012345, 999.9);
    double ip;
    double fp = modf(-3.75, &ip);
    printf("%g %g\n", ip, fp);
    printf("%g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2));
    int e;
    double m = frexp(40, &e);
    printf("%g %d %g\n", m, e, ldexp(0.75, 4));
    printf("%g %g\n", logb(40), scalbn(1.5, 3));
    printf("%d\n", ilogb(1000));
    printf("%d\n", nextafter(1, 2) > 1);
    return (int)round(41.5);
}
