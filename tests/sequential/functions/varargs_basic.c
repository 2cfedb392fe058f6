#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n--) s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static double average(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    double total = 0;
    int n = 0;
    for (; *types; types++, n++) switch (*types) {
        case 'i': total += va_arg(ap, int); break;
        case 'l': total += va_arg(ap, long); break;
        case 'd': total += va_arg(ap, double); break;
        case 'u': total += va_arg(ap, unsigned); break;
        case 'p': total += *va_arg(ap, const int *); break;
    }
    va_end(ap);
    return n ? total / n : 0;
}

int main(void) {
    char c = 'A';
    short s = -5;
    float f = 2.5f;
    printf("%d %d %d\n", sum(0), sum(1, 7), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%d\n", sum(3, c, s, (_Bool)9));
    int x = 40;
    printf("%.3f\n", average("idlup", 1, 2.5, 3L, 4u, &x));
    printf("%.3f\n", average("ddddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., f, 5));
    printf("%.3f\n", average(""));
    return sum(4, 10, 20, 30, -2);
}
