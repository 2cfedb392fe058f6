// containers: links written
#include "../containers.h"

THREAD(give, MAKE LOCK PICK(struct node *o = other; if (o) p->next = o->next;,) head = p; UNLOCK)
THREAD(use, TAKE(q) USE(q) TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
