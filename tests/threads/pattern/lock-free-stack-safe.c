// No race: the popper's load acquires what the push released.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { int value; struct node *next; };
struct node node;
struct node *_Atomic top;

void *push(void *arg) {
    node.value = 3;
    struct node *old = NULL;
    atomic_compare_exchange_strong_explicit(&top, &old, &node, memory_order_release, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, push, NULL);
    struct node *n = atomic_load_explicit(&top, memory_order_acquire);
    if (n) r = n->value;
    pthread_join(t, NULL);
    return r;
}
