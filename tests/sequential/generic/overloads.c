#include <stdio.h>
#include <stdlib.h>

static int abs_i(int x) { return printf("int "), x < 0 ? -x : x; }
static double abs_d(double x) { return printf("double "), x < 0 ? -x : x; }
static const char *abs_s(const char *s) { return *s == '-' ? s + 1 : s; }
#define ABS(x) _Generic((x), int: abs_i, double: abs_d, char *: abs_s)(x)
#define FORMAT(x) _Generic((x), int: "%d\n", double: "%.2f\n", char *: "%s\n", unsigned long: "%lu\n")
#define SHOW(x) printf(FORMAT(x), x)
#define IS_LVALUE_INT(x) _Generic(&(x), int *: 1, const int *: 2, default: 0)

struct point { int x; };
static void print_point(struct point p) { printf("point %d\n", p.x); }
static void print_int(int i) { printf("int %d\n", i); }
#define PRINT(v) _Generic((v), struct point: print_point, default: print_int)(v)

int main(void) {
    SHOW(ABS(-5));
    SHOW(ABS(-2.5));
    SHOW((char *)ABS((char *)"-text"));
    SHOW(sizeof(int));
    PRINT(((struct point){3}));
    PRINT(4);
    const int c = 1;
    int n = 2, calls = 0;
    printf("%d %d\n", IS_LVALUE_INT(n), IS_LVALUE_INT(c));
    int r = _Generic(calls++, int: 5, default: 6);
    printf("%d %d\n", r, calls);
    return _Generic(0, int: _Generic(0L, long: 44, default: 1), default: 2);
}
