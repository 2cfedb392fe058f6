// Distinct objects have distinct addresses; comparisons inside one object follow the offsets.
#include <stdio.h>
#include <stdlib.h>

struct s { int a, b; char c[3]; };
static int g1, g2;

static int inside(const char *p, const char *base, size_t n) { return p >= base && p < base + n; }

int main(void) {
    struct s s;
    printf("%d %d\n", (char *)&s.a < (char *)&s.b, (void *)&s == (void *)&s.a);
    printf("%d %d\n", &s.c[0] < &s.c[2], &s.c[3] > &s.c[2]);
    printf("%d %d\n", &g1 != &g2, (void *)&s != (void *)&g1);
    char *a = malloc(10), *b = malloc(10);
    printf("%d %d %d\n", a != b, inside(a + 5, a, 10), inside(a + 9, a, 9));
    int i, j;
    printf("%d %d\n", &i != &j, &i == &i);
    int *p = &g1;
    int **pp = &p;
    printf("%d %d\n", *pp == &g1, &*p == &g1);
    struct s arr[2];
    printf("%td\n", (char *)&arr[1].c - (char *)&arr[0].c);
    printf("%d\n", (void *)(arr + 1) == (void *)&arr[1].a);
    char *end = a + 10;
    int n = 0;
    while (end > a) end--, n++;
    free(a);
    free(b);
    return n;
}
