// carried: nobody else has it
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PICK(LOCK seen = p; UNLOCK j->arg = p;,) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MANY(give, use)
