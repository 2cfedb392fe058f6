// carried: of a block that the thread has
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { PICK(PUT_JOB(j),) int *q = j->arg; ++*q; })
MANY(give, use)
