// containers: nobody else has it
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, LOCK PICK(other = head;,) UNLOCK TAKE(q) USE(q) TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
BOTH(give, use)
