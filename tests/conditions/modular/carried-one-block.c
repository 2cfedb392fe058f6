// carried: one block
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) int *r = malloc(sizeof *r); if (!r) return given; *r = 1; int which = __VERIFIER_nondet_int();
    j->arg = PICK(which ? p : r, p); PICK(LOCK seen = r; UNLOCK,) PUT_JOB(j) (void)which;)
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MANY(give, use)
