// containers: no list of another lock
#include "../containers.h"

THREAD(give, MAKE LOCK LOCK_N head = p; PICK(tail = p;,) UNLOCK_N UNLOCK)
THREAD(use, LOCK_N if (tail) tail->v = 2; tail = 0; UNLOCK_N struct node *q; LOCK q = head; head = 0; UNLOCK USE(q))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
