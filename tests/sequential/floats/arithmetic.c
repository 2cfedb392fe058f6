#include <stdio.h>

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    printf("%d %d\n", f == d, f == 0.1f);
    printf("%.9g %.17g\n", f, d);
    float sum = 0;
    double dsum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1f, dsum += 0.1;
    printf("%d %d\n", sum == 1.0f, dsum == 1.0);
    printf("%.9g %.17g\n", sum, dsum);
    printf("%.9g %.17g\n", 1.0f / 3, 1.0 / 3);
    float big = 16777216.0f;
    printf("%d %d\n", big + 1 == big, big + 1.0 == big);
    printf("%.9g\n", (float)16777217);
    printf("%.17g\n", f * f - (double)f * f);
    float third = 1.0f;
    third /= 3;
    printf("%.9g\n", third * 3 - 1);
    printf("%.6f %.6f\n", 7.0 / 2, (double)(7 / 2));
    d = 1e308;
    printf("%d\n", d * 10 > 1.7976931348623157e308);
    printf("%g %g\n", 1e-320, 1e-45f * 0.5f);
    f = 3;
    f++;
    f *= 0.1;
    printf("%.9g\n", f);
    d = -5.5;
    d -= 2;
    return (int)(-d * 10);
}
