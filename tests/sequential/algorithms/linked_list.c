#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static struct node *cons(int v, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = next;
    return n;
}
static struct node *reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}
static void insert(struct node **at, int v) {
    while (*at && (*at)->v < v) at = &(*at)->next;
    *at = cons(v, *at);
}
static struct node *merge(struct node *a, struct node *b) {
    if (!a || !b) return a ? a : b;
    if (a->v > b->v) { struct node *t = a; a = b; b = t; }
    a->next = merge(a->next, b);
    return a;
}
static int show(const struct node *l) {
    int sum = 0;
    for (; l; l = l->next) printf("%d%s", l->v, l->next ? "->" : "\n"), sum += l->v;
    return sum;
}

int main(void) {
    struct node *a = NULL, *b = NULL;
    int v[] = {5, 1, 4, 9, 2};
    for (int i = 0; i < 5; i++) a = cons(v[i], a), insert(&b, v[i] * 2);
    show(a);
    show(a = reverse(a));
    show(b);
    struct node *c = NULL;
    for (int i = 0; i < 5; i++) insert(&c, v[i]);
    b = merge(b, c);
    int sum = show(b);
    while (a) { struct node *n = a->next; free(a); a = n; }
    while (b) { struct node *n = b->next; free(b); b = n; }
    return sum;
}
