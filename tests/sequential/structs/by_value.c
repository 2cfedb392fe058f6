#include <stdio.h>

struct tiny { char c; };
struct pair { int a, b; };
struct mixed { int i; double d; };
struct three { char c[3]; };
struct large { int v[20]; char name[8]; };
struct floats { float x, y, z; };

static struct tiny up(struct tiny t) { t.c++; return t; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed scale(struct mixed m, double k) { m.i *= k; m.d *= k; return m; }
static struct three rotate(struct three t) { return (struct three){{t.c[1], t.c[2], t.c[0]}}; }
static struct large fill(struct large l, int from) {
    for (int i = 0; i < 20; i++) l.v[i] = from + i;
    l.name[0] = 'L';
    return l;
}
static float sum(struct floats f, struct tiny t, struct floats g) { return f.x + f.y + f.z + t.c + g.x * g.y * g.z; }

int main(void) {
    struct tiny t = {'a'};
    printf("%c %c\n", up(t).c, t.c);
    struct pair p = swap(swap(swap((struct pair){1, 2})));
    printf("%d %d\n", p.a, p.b);
    struct mixed m = scale((struct mixed){4, 2.5}, 1.5);
    printf("%d %.3f\n", m.i, m.d);
    struct three r = rotate(rotate((struct three){"abc"}));
    printf("%.3s\n", r.c);
    struct large l = {{0}, "name"}, f = fill(l, 100);
    printf("%d %d %s %s\n", l.v[19], f.v[19], l.name, f.name);
    printf("%.2f\n", sum((struct floats){1, 2, 3}, t, (struct floats){.5f, 4, 2}));
    printf("%d\n", fill(l, 7).v[3]);
    return fill(f, 50).v[5];
}
