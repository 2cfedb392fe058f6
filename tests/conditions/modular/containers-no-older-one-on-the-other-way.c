// containers: no older one on the other way
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { PUT(q) struct node *z = PICK(q, 0); LOCK struct node *y = head; if (y && __VERIFIER_nondet_int()) { head = y->next; z = y; } UNLOCK USE(z) })
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
