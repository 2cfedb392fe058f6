// containers: linked to what is found
#include "../containers.h"

THREAD(give, struct node *old = 0; for (int i = 0; i < 2; i++) { MAKE LOCK if (PICK(old, 0)) old->next = p; else { p->next = head; head = p; } UNLOCK old = p; })
THREAD(use, struct node *q; LOCK q = head; if (q) { head = q->next; q->next = 0; tail = 0; UNLOCK LOCK other = q; tail = q; } UNLOCK
    LOCK if (tail) tail->v = 2; UNLOCK struct node *z; LOCK z = other; if (z) { other = z->next; if (!other) tail = 0; } UNLOCK USE(z))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
