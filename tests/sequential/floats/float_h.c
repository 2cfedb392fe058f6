#include <float.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d\n", FLT_RADIX, FLT_MANT_DIG, DBL_MANT_DIG);
    printf("%d %d %d %d\n", FLT_DIG, DBL_DIG, FLT_MIN_EXP, FLT_MAX_EXP);
    printf("%d %d %d %d\n", DBL_MIN_EXP, DBL_MAX_EXP, DBL_MIN_10_EXP, DBL_MAX_10_EXP);
    printf("%g %g %g\n", FLT_EPSILON, FLT_MIN, FLT_MAX);
    printf("%g %g %g\n", DBL_EPSILON, DBL_MIN, DBL_MAX);
    printf("%d %d %d\n", FLT_EVAL_METHOD, DECIMAL_DIG >= 17, DBL_DECIMAL_DIG);
    float e = 1;
    int n = 0;
    while ((float)(1 + e / 2) != 1) e /= 2, n++;
    printf("%d %d\n", e == FLT_EPSILON, n);
    double d = 1;
    int m = 0;
    while (1 + d / 2 != 1) d /= 2, m++;
    printf("%d %d\n", d == DBL_EPSILON, m);
    float tiny = FLT_MIN;
    int sub = 0;
    while (tiny > 0) tiny /= 2, sub++;
    printf("%d\n", sub);
    return n + m;
}
