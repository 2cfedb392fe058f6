// containers: found in a container
#include "../containers.h"

THREAD(give, MAKE ADD(p))
THREAD(use, LOCK if (tail) tail->v = 2; UNLOCK struct node *q; LOCK q = head; if (q) { head = q->next; PICK(, if (!head) tail = 0;) } UNLOCK USE(q))
BOTH(give, use)
