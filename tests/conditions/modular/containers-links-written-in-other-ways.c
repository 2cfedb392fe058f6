// containers: links written in other ways
#include "../containers.h"

static void *keep;
THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { q->v++; PICK(LOCK struct node *h = head; if (h) { memcpy(&h->next, &other, sizeof other); } UNLOCK,) } TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
BOTH(give, use)
