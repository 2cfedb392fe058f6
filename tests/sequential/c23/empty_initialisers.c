// std: gnu2x
#include <stdio.h>

struct p { int x, y; double z; };

int main(void) {
    struct p p = {};
    int v[4] = {};
    int scalar = 0;
    printf("%d %d %.1f %d %d\n", p.x, p.y, p.z, v[3], scalar);
    struct p list[2] = {{1}, {}};
    printf("%d %d\n", list[0].x, list[1].x);
    p = (struct p){};
    int n = 3;
    for (int i = 0; i < n; i++) {
        struct p fresh = {};
        fresh.x++;
        scalar += fresh.x;
    }
    union { int i; char c[8]; } u = {};
    printf("%d %d\n", scalar, u.c[7]);
    return scalar;
}
