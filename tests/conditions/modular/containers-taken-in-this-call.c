// containers: taken in this call
#include "../containers.h"

THREAD(give, MAKE PUT(p))
static void leave(struct node *p) { if (__VERIFIER_nondet_int()) { PICK(PUT(p),) } }
THREAD(use, TAKE(q) if (q) { leave(q); q->v++; })
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
