// containers: written
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, MAKE struct node *q; struct node *r; LOCK q = head; p->next = q; head = p; r = head; if (r) head = r->next; else q = 0; UNLOCK PICK(USE(q), USE(r)))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
