// containers: no condition alone
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, PICK(, LOCK) struct node *h = head; if (h) h->v = 3; PICK(, UNLOCK) TAKE(q) USE(q))
BOTH(give, use)
