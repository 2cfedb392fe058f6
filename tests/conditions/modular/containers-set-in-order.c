// containers: set in order
#include "../containers.h"

THREAD(give, MAKE ADD(p))
THREAD(use, LOCK if (tail) tail->v = 2; PICK(tail = head;,) UNLOCK struct node *q; LOCK q = head; if (q) { head = q->next; if (!head) tail = 0; } UNLOCK USE(q))
BOTH(give, use)
