#include <stddef.h>
#include <stdio.h>

struct s { int a; char b; };

int main(void) {
    int v[10];
    for (int i = 0; i < 10; i++) v[i] = i * i;
    int *p = v, *q = &v[7];
    printf("%td %td\n", q - p, p - q);
    printf("%d %d %d\n", p < q, p >= q, q == v + 7);
    printf("%d %d %d\n", *(p + 3), 4[p], q[-2]);
    p += 2;
    p -= 1;
    printf("%d\n", *p);
    printf("%d\n", *--q);
    printf("%d\n", *q++);
    int *end = v + 10;
    int n = 0;
    for (int *r = v; r != end; r += 2) n += *r;
    printf("%d\n", n);
    printf("%td\n", (char *)q - (char *)v);
    struct s a[4] = {{1}, {2}, {3}, {4}};
    struct s *sp = a;
    printf("%d\n", (sp++)->a);
    printf("%d %d\n", (++sp)->a, a[2].a);
    ptrdiff_t d = &a[3] - &a[1];
    printf("%td %zu\n", d, sizeof d);
    long index = -1;
    printf("%d\n", end[index]);
    unsigned char back = 3;
    printf("%d\n", *(end - back));
    const char *s = "pointer", *t = s;
    while (*t) ++t;
    printf("%td\n", t - s);
    return *(v + 9) - *(&v[3] + 1);
}
