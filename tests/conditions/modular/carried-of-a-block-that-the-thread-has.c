// carried: of a block that the thread has
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; })
THREAD(peek, int *q = 0; PICK(LOCK if (jobs) q = jobs->arg; UNLOCK,) if (q) ++*q;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); pthread_create(&t, 0, peek, 0); })
