#include <stdarg.h>
#include <stdio.h>

struct small { char c; short s; };
struct mid { int a; double d; };
struct big { long v[5]; };

static void show(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++) {
        if (*f == 's') { struct small x = va_arg(ap, struct small); printf("{%c,%d} ", x.c, x.s); }
        if (*f == 'm') { struct mid x = va_arg(ap, struct mid); printf("{%d,%.2f} ", x.a, x.d); }
        if (*f == 'b') { struct big x = va_arg(ap, struct big); printf("{%ld..%ld} ", x.v[0], x.v[4]); }
        if (*f == 'L') printf("%.3Lf ", va_arg(ap, long double));
        if (*f == 'q') printf("%lld ", va_arg(ap, long long));
        if (*f == 'p') printf("%s ", va_arg(ap, char *));
        if (*f == 'f') printf("%d ", va_arg(ap, int (*)(int))(3));
        if (*f == 'i') printf("%d ", va_arg(ap, int));
    }
    va_end(ap);
    printf("\n");
}

static int square(int x) { return x * x; }

int main(void) {
    struct small s = {'x', -2};
    struct mid m = {3, 0.75};
    struct big b = {{1, 2, 3, 4, 5}};
    show("smbs", s, m, b, s);
    show("LiLqLp", 1.5L, 7, -0.125L, 1LL << 40, 1000.0L, "text");
    show("fmmmmmmi", square, m, m, m, m, m, m, 99);
    show("iiiiiiiibq", 1, 2, 3, 4, 5, 6, 7, 8, b, -9LL);
    return square(9);
}
