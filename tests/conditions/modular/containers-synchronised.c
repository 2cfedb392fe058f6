// containers: synchronised
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, struct node *q; LOCK q = head; PICK(UNLOCK LOCK,) if (q) head = q->next; UNLOCK USE(q))
BOTH(give, use)
