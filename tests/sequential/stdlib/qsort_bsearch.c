#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[8]; int age; };
static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int down(const void *a, const void *b) { return by_int(b, a); }
static int by_age(const void *a, const void *b) { return ((struct person *)a)->age - ((struct person *)b)->age; }
static int by_string(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int v[] = {5, 3, 9, -1, 7, 0, 2};
    int n = sizeof v / sizeof *v;
    qsort(v, n, sizeof *v, by_int);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    printf("\n");
    int key = 7, *hit = bsearch(&key, v, n, sizeof *v, by_int);
    printf("%td\n", hit - v);
    key = 4;
    printf("%d\n", bsearch(&key, v, n, sizeof *v, by_int) == NULL);
    qsort(v + 1, 3, sizeof *v, down);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    printf("\n");
    struct person p[] = {{"ann", 40}, {"bob", 25}, {"cy", 33}};
    qsort(p, 3, sizeof *p, by_age);
    printf("%s %s %s\n", p[0].name, p[1].name, p[2].name);
    const char *w[] = {"pear", "apple", "fig"};
    qsort(w, 3, sizeof *w, by_string);
    printf("%s %s %s\n", w[0], w[1], w[2]);
    double d[] = {2.5, -1.5, 1e9};
    qsort(d, 3, sizeof *d, by_double);
    printf("%g %g %g\n", d[0], d[1], d[2]);
    struct person who = {"", 33}, *found = bsearch(&who, p, 3, sizeof *p, by_age);
    qsort(v, 0, sizeof *v, by_int);
    return found ? found->age : 1;
}
