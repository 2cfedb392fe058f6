// containers: links to what was there
#include "../containers.h"

THREAD(give, MAKE LOCK p->next = PICK(other, head); head = p; UNLOCK)
THREAD(use, TAKE(q) USE(q) TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
BOTH(give, use)
