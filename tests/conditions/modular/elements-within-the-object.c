// elements: within the object
#include "../threads.h"

struct e { pthread_mutex_t m; int v; }; static struct e es[4];
static struct e *_Atomic p = es;
THREAD(use, struct e *q = atomic_load(&p); pthread_mutex_lock(&q->m); q[PICK(1, 0)].v++; pthread_mutex_unlock(&q->m);)
THREAD(move, int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 3) atomic_store(&p, &es[i]);)
MAIN(START(s, use) START(t, use) START(o, move) WAIT(s) WAIT(t) WAIT(o))
