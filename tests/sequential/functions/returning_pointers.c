#include <stdio.h>

static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int (*choose(int which))(int) { return which ? dbl : inc; }
typedef int (*unary)(int);
static unary compose_last(unary f, unary g) { return g; }
static int (*(*chooser(void))(int))(int) { return choose; }
static int (*grid(void))[3] {
    static int g[2][3] = {{1, 2, 3}, {4, 5, 6}};
    return g;
}
static const char *(*names[2])(int);
static const char *first(int n) { return n ? "first" : "zero"; }

struct object { int value; int (*method)(struct object *, int); unary hook; };
static int bump(struct object *o, int by) { return o->value = o->hook(o->value) + by; }

int main(void) {
    printf("%d %d\n", choose(0)(5), choose(1)(5));
    printf("%d\n", compose_last(inc, dbl)(21));
    printf("%d\n", chooser()(1)(8));
    printf("%d %d\n", grid()[1][2], (*grid())[1]);
    names[1] = first;
    printf("%s %d\n", names[1](3), names[0] == NULL);
    struct object o = {10, bump, choose(1)};
    o.method(&o, 1);
    (o.method)(&o, 2);
    printf("%d\n", o.value);
    unary list[] = {inc, dbl, inc, dbl}, *p = list;
    int x = 1;
    while (p < list + 4) x = (*p++)(x);
    printf("%d\n", x);
    void *raw = (void *)inc;
    unary again = (unary)raw;
    return again(o.value);
}
