#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int binary(int, int);
typedef binary *binary_pointer;
static binary *const table[] = {['+'] = add, ['-'] = sub, ['*'] = mul};
static struct { const char *name; int (*run)(int, int); } named[] = {{"add", add}, {"sub", &sub}, {"mul", *mul}};

static int fold(binary f, const int *v, int n, int start) {
    for (int i = 0; i < n; i++) start = f(start, v[i]);
    return start;
}

int main(void) {
    int v[] = {1, 2, 3, 4};
    for (const char *p = "+-*"; *p; p++) printf("%c %d\n", *p, table[(int)*p](7, 5));
    for (int i = 0; i < 3; i++) printf("%s %d\n", named[i].name, named[i].run(9, 3));
    printf("%d %d %d\n", fold(add, v, 4, 0), fold(sub, v, 4, 20), fold(mul, v, 4, 1));
    binary_pointer f = add;
    printf("%d %d %d %d\n", f(1, 2), (*f)(1, 2), (***f)(1, 2), (&*f)(1, 2));
    printf("%d %d %d\n", f == add, f != sub, table[','] == 0);
    f = f == add ? sub : add;
    printf("%d\n", f(10, 4));
    printf("%d\n", (fold(add, v, 2, 0) > 2 ? mul : sub)(6, 7));
    return fold(mul, v, 4, 3);
}
