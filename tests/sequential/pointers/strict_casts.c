// Casts between pointer types that keep to the effective type or to characters.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct base { int kind; };
struct circle { struct base base; int radius; };
struct square { struct base base; int side, angle; };

static int area(const struct base *b) {
    if (b->kind == 1) return 3 * ((const struct circle *)b)->radius * ((const struct circle *)b)->radius;
    const struct square *s = (const struct square *)b;
    return s->side * s->side;
}

int main(void) {
    struct circle c = {{1}, 2};
    struct square s = {{2}, 4, 90};
    struct base *shapes[] = {&c.base, (struct base *)&s};
    int total = 0;
    for (int i = 0; i < 2; i++) total += area(shapes[i]);
    printf("%d\n", total);
    unsigned u = 5;
    int *as_int = (int *)&u;
    *as_int = -1;
    printf("%u\n", u);
    void *pool = malloc(64);
    int *ints = pool;
    ints[0] = 3, ints[1] = 4;
    double *doubles = (double *)((char *)pool + 16);
    *doubles = 2.5;
    printf("%d %.1f\n", ints[0] * ints[1], *doubles);
    int (*rows)[2] = (int (*)[2])ints;
    printf("%d\n", (*rows)[1]);
    const char *text = "cast";
    const int8_t *signed_text = (const int8_t *)text;
    printf("%d\n", signed_text[1]);
    struct base b2 = *(struct base *)&s;
    free(pool);
    return total + b2.kind;
}
