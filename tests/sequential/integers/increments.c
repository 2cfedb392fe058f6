#include <stdio.h>

static int calls;
static int *slot(int *base) { calls++; return base + 1; }

int main(void) {
    int i = 5;
    int a = i++;
    int b = ++i;
    int c = i--;
    int d = --i;
    printf("%d %d %d %d %d\n", a, b, c, d, i);
    int v[4] = {10, 20, 30, 40}, *p = v;
    int e = *p++;
    int f = (*p)++;
    int g = *++p;
    int h = ++*p;
    printf("%d %d %d %d\n", e, f, g, h);
    printf("%d %d %d %d %td\n", v[0], v[1], v[2], v[3], p - v);
    *slot(v) += 7;
    (*slot(v))++;
    v[2] -= *slot(v) <<= 1;
    printf("%d %d %d\n", v[1], v[2], calls);
    int x, y, z;
    x = y = z = 3;
    x *= y += z -= 1;
    printf("%d %d %d\n", x, y, z);
    double q = 1.5;
    q++;
    int t = 7;
    t *= 1.5;
    printf("%.2f %d\n", q--, t);
    return x + t;
}
