#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct msg { int n; struct { char k; short v; } items[0]; };
struct none { };
struct wrap { struct none a, b; int x; };
struct mark { int a; char begin[0]; int b, c; char end[0]; };
static int empty[0];

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct msg), sizeof(struct none), sizeof(struct wrap));
    printf("%zu %zu\n", offsetof(struct mark, begin), offsetof(struct mark, end));
    struct msg *m = malloc(sizeof *m + 3 * sizeof m->items[0]);
    m->n = 3;
    for (int i = 0; i < 3; i++) {
        m->items[i].k = 'a' + i;
        m->items[i].v = i * 100;
    }
    for (int i = m->n; i--;) printf("%c%d ", m->items[i].k, m->items[i].v);
    printf("\n%zu %zu\n", sizeof empty, sizeof m->items);
    struct none e1 = {}, e2;
    e2 = e1;
    struct wrap w = {{}, {}, 6};
    printf("%d\n", w.x);
    struct mark k = {1, {}, 2, 3, {}};
    printf("%td %d\n", k.end - k.begin, k.b);
    free(m);
    int arr[3] = {};
    return w.x + arr[2] + k.c;
}
