// Array and function parameters are adjusted to pointers; arguments are copies.
#include <stdio.h>

static size_t size_of(int v[10]) { return sizeof v; }
static int call(int f(int), int x) { return f(x); }
static int negate(int x) { return -x; }
static int matrix(int m[][3], int rows) { return m[rows - 1][2]; }
static int fixed(int v[static 2], const int w[const restrict]) { return v[1] + w[0]; }
static void change(int x, int *p, int v[]) { x = 100; *p = x; v[0] = x + 1; p = v; }
static int shadow(int x) {
    int r = x;
    { int x = 5; r += x; }
    x += r;
    return x;
}
static int unnamed(int, int b) { return b; }
static int many(char a, short b, int c, long d, float e, double f, char g, short h, int i, long j, float k, double l) {
    return a + b + c + d + e + f + g + h + i + j + k + l;
}
static void implicit(void) { return (void)0; }

int main(void) {
    int a = 1, b = 2, v[3] = {1, 2, 3}, m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%zu\n", size_of(v));
    printf("%d %d\n", call(negate, 4), call(&negate, -4));
    printf("%d %d\n", matrix(m, 2), fixed(v, &b));
    change(a, &b, v);
    printf("%d %d %d\n", a, b, v[0]);
    printf("%d %d\n", shadow(3), unnamed(1, 2));
    implicit();
    printf("%d\n", call(negate, 3.99));
    return many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
}
