#include <stdio.h>

struct p { int x, y; };
struct t { struct p p[2]; int z; };
static struct t ts[] = {1, 2, 3, 4, 5, 6, 7};
static int m[2][3] = {1, 2, 3, 4};
static int cube[2][2][2] = {{{1, 2}}, {3, 4, 5}};
static struct { struct p a; struct { char s[4]; int k; } b; } mix = {1, 2, "abc", 3};
static struct p nested[2] = {{1}, 2, 3};

int main(void) {
    printf("%zu\n", sizeof ts / sizeof *ts);
    printf("%d %d %d %d %d\n", ts[0].p[1].y, ts[0].z, ts[1].p[0].x, ts[1].p[0].y, ts[1].z);
    for (int i = 0; i < 6; i++) printf("%d ", m[i / 3][i % 3]);
    printf("\n");
    for (int i = 0; i < 8; i++) printf("%d ", cube[i / 4][i / 2 % 2][i % 2]);
    printf("\n");
    printf("%d %d %s %d\n", mix.a.x, mix.a.y, mix.b.s, mix.b.k);
    printf("%d %d %d %d\n", nested[0].x, nested[0].y, nested[1].x, nested[1].y);
    struct p known = {8, 9};
    struct t local = {known, 10, 11, 12};
    printf("%d %d %d %d %d\n", local.p[0].x, local.p[0].y, local.p[1].x, local.p[1].y, local.z);
    struct t copies[2] = {local, {{known, known}, 1}};
    printf("%d %d\n", copies[0].z, copies[1].p[1].y);
    int scalar = {5};
    return scalar + copies[1].p[0].x;
}
