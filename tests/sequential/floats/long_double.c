// Only values that a double holds exactly.
#include <stdio.h>
#include <stdlib.h>

static long double half(long double x) { return x / 2; }
struct s { char c; long double v; };

int main(void) {
    long double a = 1.5L, b = -0.25L;
    printf("%.3Lf %.3Lf %.3Lf\n", a + b, a * b, a / b);
    printf("%.3Lf\n", half(half(100)));
    printf("%d %d\n", a > b, a == 1.5);
    printf("%d %u\n", (int)(a * 10), (unsigned)(a + 1));
    printf("%.3f %.3f\n", (double)a, (float)b);
    long double sum = 0;
    for (int i = 1; i <= 8; i++) sum += 1.0L / (1 << i);
    printf("%.8Lf\n", sum);
    printf("%Lg %Le %.1Lf\n", a, b, 1e10L);
    printf("%zu %zu %zu\n", sizeof a, sizeof(struct s), _Alignof(long double));
    struct s s = {'x', 8}, t = s;
    t.v *= t.v;
    printf("%.3Lf %.3Lf\n", s.v, t.v);
    long double arr[3] = {1, 2.5, -3};
    long double *p = arr + 1;
    printf("%.3Lf %.3Lf\n", *p, p[1]);
    a++;
    b -= 1;
    printf("%.3Lf %.3Lf %.3Lf\n", a, b, -b);
    long l = 12345678;
    a = l;
    printf("%10.2Lf|%-10.1Lf|\n", a, a / 8);
    return (int)(sum * 100);
}
