// no condition alone
#include "../carried.h"

static void *more(void *given) { struct job *j = given; ++*j->arg; return given; }
THREAD(give, MAKE_JOB(j, p) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; PICK(pthread_t t; pthread_create(&t, 0, more, j);, (void)more;) ++*q; })
MANY(give, use)
