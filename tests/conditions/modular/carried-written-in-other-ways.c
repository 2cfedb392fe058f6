// carried: written in other ways
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) MAKE_JOB(k, q) PICK(memcpy(&k->arg, &j->arg, sizeof k->arg);,) PUT_JOB(j) PUT_JOB(k))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; })
MANY(give, use)
