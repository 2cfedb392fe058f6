// elements: given up near another
#include "../threads.h"

struct e { pthread_mutex_t m; int v; }; static struct e es[2];
static struct e *some(void) { return __VERIFIER_nondet_int() ? &es[0] : &es[1]; }
THREAD(use, struct e *p = some(); struct e *q = some(); pthread_mutex_lock(&p->m); if (p != q) pthread_mutex_lock(&q->m);
    PICK(, p->v++;) pthread_mutex_unlock(&q->m); PICK(p->v++;, ) if (p != q) pthread_mutex_unlock(&p->m);)
TWO(use, use)
