// containers: no older one on the other way
#include "../containers.h"

THREAD(give, MAKE PUT(p))
static struct node *swap(struct node *x) { struct node *y = 0; PICK(PUT(x),) if (__VERIFIER_nondet_int()) { LOCK y = head; if (y) head = y->next; UNLOCK if (y) return y; } return PICK(x, y); }
THREAD(use, TAKE(q) if (q) { PICK(, q->v++;) struct node *z = swap(q); USE(z) })
BOTH(give, use)
