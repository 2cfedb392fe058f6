#include <stdio.h>

struct a;
struct b { struct a *back; int v; };
struct a { struct b b; struct a *next; int (*measure)(struct a *); };
typedef struct node node;
struct node { int key; node *kids[2]; };

static int length(struct a *l) { return l ? 1 + (l->next ? l->next->measure(l->next) : 0) : 0; }

static int depth(const node *n) {
    if (!n) return 0;
    int l = depth(n->kids[0]), r = depth(n->kids[1]);
    return 1 + (l > r ? l : r);
}

int main(void) {
    struct a x = {.measure = length}, y = {.next = &x, .measure = length}, z = {{&x, 3}, &y, length};
    x.b.back = &z;
    printf("%d %d\n", z.measure(&z), z.b.back->b.back->b.v);
    printf("%d\n", x.b.back == z.b.back->b.back);
    node l = {1}, r = {3, {0, &(node){4, {&(node){5}}}}}, root = {2, {&l, &r}};
    printf("%d %d\n", depth(&root), root.kids[1]->kids[1]->kids[0]->key);
    struct node shadow = root;
    shadow.kids[0] = &shadow;
    printf("%d %d\n", shadow.kids[0]->kids[0]->key, root.kids[0]->key);
    {
        struct node { char other; };
        printf("%zu %zu\n", sizeof(struct node), sizeof(node));
    }
    return depth(&root) * 11;
}
