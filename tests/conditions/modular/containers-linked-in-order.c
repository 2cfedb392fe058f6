// containers: linked in order
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) USE(q) PICK(LOCK struct node *o = other; if (o && !o->next) o->next = head; UNLOCK,) TAKE_OTHER(r) USE(r) MAKE LOCK p->next = other; other = p; UNLOCK)
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
