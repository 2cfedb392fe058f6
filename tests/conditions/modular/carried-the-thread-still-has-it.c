// carried: the thread still has it
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; PICK(LOCK seen = q; UNLOCK,) LOCK j->next = done; done = j; UNLOCK })
THREAD(last, struct job *j; LOCK j = done; if (j) done = j->next; UNLOCK if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); pthread_create(&t, 0, last, 0); })
