// elements: moved by a constant
#include "../threads.h"

struct e { pthread_mutex_t m; int v[8]; }; static struct e es[4]; static struct e *first = es;
static void go(struct e *p, int deeper) {
    int k = __VERIFIER_nondet_int() ? 1 : 0; struct e *q = p + k;
    pthread_mutex_lock(PICK(&q->m, &p->m)); p->v[0]++; pthread_mutex_unlock(PICK(&q->m, &p->m));
    if (deeper) go(p, 0);
}
THREAD(use, go(first, 1);)
TWO(use, use)
