// containers: synchronised
#include "../containers.h"

THREAD(give, MAKE LOCK p->next = head; head = p; PICK(UNLOCK, ) p->v = 3; PICK(, UNLOCK))
THREAD(use, TAKE(q) USE(q))
BOTH(give, use)
