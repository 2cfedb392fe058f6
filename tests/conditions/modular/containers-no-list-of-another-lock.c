// containers: no list of another lock
#include "../containers.h"

THREAD(give, MAKE LOCK LOCK_N head = p; PICK(tail = p;,) UNLOCK_N UNLOCK)
THREAD(use, struct node *q; LOCK q = head; head = 0; UNLOCK USE(q) LOCK_N if (tail) tail->v = 2; tail = 0; UNLOCK_N)
BOTH(give, use)
