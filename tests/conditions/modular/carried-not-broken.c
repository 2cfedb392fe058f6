// carried: not broken
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) int keep = __VERIFIER_nondet_int(); PICK(if (keep) { LOCK seen = p; UNLOCK },) PUT_JOB(j) (void)keep;)
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MANY(give, use)
