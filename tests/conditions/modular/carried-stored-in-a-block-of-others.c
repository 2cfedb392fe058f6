// carried: stored in a block of others
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) MAKE_JOB(k, q) PUT_JOB(j) PICK(LOCK if (jobs) jobs->arg = q; UNLOCK,) PUT_JOB(k))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; })
MANY(give, use)
