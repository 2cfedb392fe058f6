// containers: the youngest instance
#include "../containers.h"

THREAD(give, struct node *old = 0; for (int i = 0; i < 2; i++) { MAKE LOCK if (PICK(old, 0)) other = old; else head = p; UNLOCK old = p; })
THREAD(use, struct node *q; LOCK q = head; head = 0; UNLOCK USE(q) LOCK q = other; other = 0; UNLOCK USE(q))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
