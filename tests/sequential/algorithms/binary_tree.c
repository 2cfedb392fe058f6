#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) t->left = insert(t->left, key);
    else if (key > t->key) t->right = insert(t->right, key);
    return t;
}
static struct tree *delete(struct tree *t, int key) {
    if (!t) return NULL;
    if (key < t->key) t->left = delete(t->left, key);
    else if (key > t->key) t->right = delete(t->right, key);
    else if (t->left && t->right) {
        struct tree *m = t->right;
        while (m->left) m = m->left;
        t->key = m->key;
        t->right = delete(t->right, m->key);
    } else {
        struct tree *kid = t->left ? t->left : t->right;
        free(t);
        return kid;
    }
    return t;
}
static void walk(const struct tree *t, void (*visit)(int, void *), void *data) {
    if (!t) return;
    walk(t->left, visit, data);
    visit(t->key, data);
    walk(t->right, visit, data);
}
static int height(const struct tree *t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}
static void print(int k, void *data) { printf("%d ", k); ++*(int *)data; }

int main(void) {
    struct tree *t = NULL;
    unsigned x = 7;
    for (int i = 0; i < 30; i++) t = insert(t, (x = x * 37 + 11) % 101);
    int count = 0;
    walk(t, print, &count);
    printf("\n%d %d\n", count, height(t));
    for (int i = 0; i < 101; i += 3) t = delete(t, i);
    count = 0;
    walk(t, print, &count);
    printf("\n%d %d\n", count, height(t));
    int left = count;
    for (int i = 0; i < 101; i++) t = delete(t, i);
    return t ? 1 : left;
}
