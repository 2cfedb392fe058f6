// no condition alone
#include "../carried.h"

static void *more(void *given) { ++*(int *)given; return given; }
THREAD(give, MAKE_JOB(j, p) PICK(pthread_t t; pthread_create(&t, 0, more, p);, (void)more;) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; })
MANY(give, use)
