#include <stdio.h>

struct s { char c; double d; };
typedef int vec[6];
static int f(void) { return printf("called\n"); }

int main(void) {
    int a[10], *p = a, m[2][3];
    char c = 0;
    printf("%zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long));
    printf("%zu %zu %zu %zu\n", sizeof(long long), sizeof(float), sizeof(double), sizeof(long double));
    printf("%zu %zu %zu\n", sizeof(void *), sizeof(int (*)(int)), sizeof(_Bool));
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof p, sizeof *p, sizeof(a + 0));
    printf("%zu %zu %zu\n", sizeof m, sizeof *m, sizeof **m);
    printf("%zu %zu %zu\n", sizeof &a, sizeof *&a, sizeof(&a)[0]);
    printf("%zu %zu\n", sizeof(struct s), sizeof((struct s *)0)->d);
    printf("%zu %zu %zu\n", sizeof c, sizeof(c + c), sizeof(c = 5));
    printf("%zu %d\n", sizeof f(), c);
    printf("%zu %zu\n", sizeof(vec), sizeof(vec *));
    printf("%zu %zu %zu\n", sizeof "hello", sizeof(int[]){1, 2, 3}, sizeof(struct s[4]));
    printf("%zu %zu\n", sizeof 1 + 1, sizeof(1) + sizeof(2.0));
    printf("%zu %zu\n", sizeof -1, sizeof(int) * 2);
    printf("%zu %zu\n", sizeof(1 ? c : c), sizeof(p++, c));
    printf("%zu\n", sizeof sizeof c);
    printf("%d\n", p == a);
    return sizeof a / sizeof a[0] + sizeof(unsigned);
}
