// containers: a call synchronises
#include "../containers.h"

THREAD(give, MAKE PUT(p))
static void rest(void) { PICK(UNLOCK LOCK,) }
THREAD(use, struct node *q; LOCK q = head; rest(); if (q) head = q->next; UNLOCK USE(q))
BOTH(give, use)
