// carried: known where it is put
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) int *s; LOCK s = seen; UNLOCK PICK(if (s) j->arg = s; LOCK seen = p; UNLOCK, (void)s;) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } TAKE_SEEN(s))
MANY(give, use)
