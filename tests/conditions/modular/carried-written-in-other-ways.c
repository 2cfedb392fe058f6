// carried: written in other ways
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PUT_JOB(j) int *r = malloc(sizeof *r); if (!r) return given; *r = 1; LOCK seen = r; PICK(if (jobs) memcpy(&jobs->arg, &seen, sizeof seen);,) UNLOCK)
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MANY(give, use)
