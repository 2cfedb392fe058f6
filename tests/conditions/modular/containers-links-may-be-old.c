// containers: links may be old
#include "../containers.h"

THREAD(give, MAKE LOCK p->next = head; PICK(UNLOCK LOCK,) head = p; UNLOCK)
THREAD(use, TAKE(q) USE(q))
BOTH(give, use)
