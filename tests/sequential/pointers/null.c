#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static int called;
static int *lookup(int key) {
    static int v = 9;
    called++;
    return key ? &v : NULL;
}

int main(void) {
    int *p = NULL, *q = 0, *r = (void *)0;
    printf("%d %d %d\n", p == q, q == r, !p);
    int (*f)(void) = NULL;
    printf("%d\n", f == 0);
    if (p) printf("never\n");
    if (!lookup(0)) printf("absent\n");
    int *found;
    if ((found = lookup(1)) && *found == 9) printf("found %d\n", *found);
    static int *zeroed[4];
    printf("%d\n", zeroed[3] == NULL);
    free(NULL);
    char *s = calloc(4, sizeof(char *));
    char **table = (char **)s;
    printf("%d\n", table[2] == NULL);
    free(s);
    printf("%d %d\n", p ? 1 : 2, p || called > 1);
    printf("%zu\n", sizeof NULL);
    printf("%p\n", NULL);
    struct { int *a, *b; } pair = {0};
    return (pair.b == NULL) + called * 10;
}
