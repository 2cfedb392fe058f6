// containers: the link of what was there
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, struct node *q; LOCK q = head; PICK(struct node *o = other; if (q && o) head = o->next; else q = 0;, if (q) head = q->next;) UNLOCK USE(q) TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
