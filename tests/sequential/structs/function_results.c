// Members and elements of a returned struct are usable without naming it.
#include <stdio.h>

struct vec { double v[3]; };
struct inner { int k; int list[2]; };
struct outer { struct inner in; const char *name; };

static struct vec cross(struct vec a, struct vec b) {
    struct vec r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r.v[i] = a.v[j] * b.v[k] - a.v[k] * b.v[j];
    }
    return r;
}
static struct outer make(int k) { return (struct outer){{k, {k * 2, k * 3}}, k > 5 ? "big" : "small"}; }
static struct outer chain(struct outer o, int depth) { return depth ? chain(make(o.in.k + 1), depth - 1) : o; }

int main(void) {
    struct vec x = {{1, 0, 0}}, y = {{0, 1, 0}};
    printf("%.1f\n", cross(x, y).v[2]);
    printf("%.1f\n", cross(cross(x, y), x).v[1]);
    printf("%d %d %s\n", make(3).in.k, make(3).in.list[1], make(9).name);
    printf("%c\n", make(1).name[2]);
    printf("%s\n", chain(make(0), 7).name);
    struct outer (*fp)(int) = make;
    printf("%d\n", fp(4).in.list[0]);
    printf("%zu\n", sizeof(make(1)));
    make(1);
    (void)make(2);
    return chain(make(10), 4).in.list[1];
}
