#include <math.h>
#include <stdio.h>

static int order(double a, double b) { return (a > b) - (a < b); }

int main(void) {
    printf("%d %d %d\n", order(1, 2), order(2, 1), order(1, 1));
    printf("%d %d\n", order(NAN, 1), order(-0.0, 0.0));
    printf("%d %d %d %d\n", 0.1 + 0.2 == 0.3, 0.1 + 0.2 > 0.3, 0.5 + 0.25 == 0.75, 0.1f + 0.2f == 0.3f);
    printf("%d %d\n", 3 == 3.0, 3 < 3.5);
    printf("%d\n", 16777217 == 16777217.0f);
    printf("%d\n", 9007199254740993LL == 9007199254740992.0);
    printf("%d %d\n", -1 < 0.5, -1u < 0.5);
    if (0.0) printf("never\n");
    if (-0.0) printf("never\n");
    if (1e-300) printf("small is true\n");
    if (NAN) printf("nan is true\n");
    double d = 2.5;
    int n = 0;
    while (d) d = n++ < 5 ? d / 2 : 0;
    for (float f = 0; f < 1; f += 0.125f) n++;
    printf("%d\n", n);
    double a[] = {3.5, -1, 2.25, 0}, best = a[0];
    for (int i = 1; i < 4; i++) best = a[i] < best ? a[i] : best;
    printf("%g\n", best);
    return n + (d == 0);
}
