// containers: taken by a call
#include "../containers.h"

THREAD(give, MAKE PUT(p))
static void swap(struct node *x) { PICK(PUT(x) TAKE(y) USE(y), ) }
THREAD(use, TAKE(q) if (q) { swap(q); q->v++; })
BOTH(give, use)
