#include <stdio.h>

static void set(int **where, int *to) { *where = to; }
static int remove_all(int **list, int n, int v) {
    int **out = list;
    for (int **in = list; in < list + n; in++)
        if (**in != v) *out++ = *in;
    return out - list;
}
struct link { int v; struct link *next; };
static void drop(struct link **at, int v) {
    while (*at)
        if ((*at)->v == v) *at = (*at)->next;
        else at = &(*at)->next;
}

int main(int argc, char **argv) {
    int a = 1, b = 2, *p = &a, **pp = &p, ***ppp = &pp;
    ***ppp = 10;
    set(pp, &b);
    **pp += 5;
    printf("%d %d %d\n", a, b, *p);
    int x[] = {1, 2, 1, 3}, *list[] = {x, x + 1, x + 2, x + 3};
    int n = remove_all(list, 4, 1);
    printf("%d %d %d\n", n, *list[0], *list[1]);
    struct link l3 = {7}, l2 = {5, &l3}, l1 = {7, &l2}, *head = &l1;
    drop(&head, 7);
    printf("%d %d\n", head->v, head->next == NULL);
    const char *words[] = {"zero", "one", NULL}, **w = words;
    while (*w) printf("%c", *(*w++ + 1));
    printf("\n%d\n", argv[argc] == NULL);
    int *const fixed = &a;
    *fixed = 3;
    printf("%d %d\n", &*p == p, *&a);
    return a * 10 + b;
}
