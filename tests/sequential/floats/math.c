#include <math.h>
#include <stdio.h>

int main(void) {
    double x = 0.7;
    printf("%.10f %.10f %.10f\n", sin(x), cos(x), tan(x));
    printf("%.10f %.10f %.10f\n", asin(x), acos(x), atan(x));
    printf("%.10f %.10f %.10f\n", sinh(x), cosh(x), tanh(x));
    printf("%.10f %.10f %.10f\n", asinh(x), acosh(1.7), atanh(x));
    printf("%.10f %.10f %.10f %.10f\n", exp(x), log(x), log10(x), log2(x));
    printf("%.10f %.10f %.10f\n", exp2(x), expm1(x), log1p(x));
    printf("%.10f %.10f %.10f\n", pow(x, 3.3), sqrt(x), cbrt(x));
    printf("%.10f %.10f %.10f\n", atan2(1, -1), hypot(3, 4), fabs(-x));
    printf("%.8f %.8f %.8f %.8f\n", tgamma(4.5), lgamma(4.5), erf(x), erfc(x));
    printf("%.1f %.1f %.1f\n", fdim(5, 3), fdim(3, 5), fma(2, 3, 4));
    printf("%g %g %g %g\n", pow(2, 10), pow(-2, 3), pow(4, -0.5), pow(0, 0));
    printf("%.5f %.5f %.5f\n", sinf(0.5f), sqrtf(2.0f), powf(2.0f, 0.5f));
    printf("%.5f %.5f\n", fabsf(-1.5f), floorf(-1.5f));
    printf("%.6f %.6f %.6f\n", M_PI, M_E, M_SQRT2);
    double s = 0;
    for (int i = 1; i <= 1000; i++) s += 1.0 / ((double)i * i);
    printf("%.6f\n", sqrt(s * 6));
    return (int)(10 * exp(1.5));
}
