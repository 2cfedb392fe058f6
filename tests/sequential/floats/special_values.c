#include <math.h>
#include <stdio.h>

int main(void) {
    double inf = INFINITY, nan = NAN, zero = 0.0, minus = -0.0;
    printf("%f %f %f\n", inf, -inf, fabs(nan));
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, nan >= 1);
    printf("%d %d %d\n", inf > 1e308, -inf < inf, inf == inf + 1);
    printf("%d %d %d\n", isnan(inf - inf), isnan(zero * inf), isinf(-inf) != 0);
    printf("%d %d %d\n", zero == minus, signbit(minus) != 0, signbit(zero) != 0);
    printf("%f %f\n", minus, -zero);
    printf("%f %f\n", 1 / inf, -1 / inf);
    printf("%d %d %d %d\n", isfinite(1.0), isfinite(nan), isnormal(1e-310), isnormal(1.0));
    printf("%d %d %d %d %d\n", fpclassify(nan) == FP_NAN, fpclassify(inf) == FP_INFINITE, fpclassify(0.0) == FP_ZERO,
           fpclassify(1e-310) == FP_SUBNORMAL, fpclassify(2.0) == FP_NORMAL);
    printf("%d %d\n", !nan, nan ? 1 : 0);
    printf("%d %d\n", isgreater(nan, 1), isunordered(nan, 1));
    printf("%g %e %G\n", inf, -inf, inf);
    printf("%5.1f|%-6f|%06f\n", inf, inf, inf);
    printf("%.1f %.1f\n", fmax(nan, 3), fmin(2, nan));
    printf("%f\n", copysign(3, minus));
    float finf = HUGE_VALF;
    printf("%d %f\n", finf == inf, (double)-finf);
    return isnan(sqrt(-1)) ? 31 : 32;
}
