#include <stdio.h>

struct s { int a[3]; struct { int deep; } in; };
static struct s store[2];
static struct s *at(int i) { return &store[i]; }

int main(void) {
    int v[4] = {0}, i = 1;
    (v[i]) = 5;
    *(v + i + 1) = 6;
    (i)[v] += 10;
    3 [v] = 7;
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    at(1)->a[2] = 9;
    (*at(0)).in.deep = 8;
    at(1)->in = at(0)->in;
    printf("%d %d %d\n", store[1].a[2], store[0].in.deep, store[1].in.deep);
    char c;
    int wide = c = 300;
    printf("%d %d\n", wide, c);
    double d;
    int cut = d = 7.9;
    printf("%d %.1f\n", cut, d);
    unsigned char u = 250;
    printf("%d\n", u += 10);
    printf("%d\n", (u -= 10) + 1);
    int *p = v;
    *p++ = 1, *p++ = 2;
    printf("%td %d %d\n", p - v, v[0], v[1]);
    (void)(v[0] = 50);
    *&v[1] = 60;
    *(int *)&v[2] = 70;
    printf("%d\n", v[0] + v[1] + v[2]);
    short s = 1;
    s *= 1.5 + 40000 / 4;
    return s % 120;
}
