// Race: the pushed node is read by the popper through a relaxed load.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { int value; struct node *next; };
struct node node;
struct node *_Atomic top;

void *push(void *arg) {
    node.value = 3; //~ RACE
    struct node *old = NULL;
    atomic_compare_exchange_strong_explicit(&top, &old, &node, memory_order_release, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, push, NULL);
    struct node *n = atomic_load_explicit(&top, memory_order_relaxed);
    if (n) r = n->value; //~ RACE
    pthread_join(t, NULL);
    return r;
}
