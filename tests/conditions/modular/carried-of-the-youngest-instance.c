// carried: of the youngest instance
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) LOCK jobs = j; UNLOCK)
THREAD(use, struct job *j; LOCK j = jobs; jobs = 0; UNLOCK if (!j) return given;
    PICK(LOCK jobs = j; UNLOCK struct job *k; LOCK k = jobs; jobs = 0; UNLOCK if (!k) return given;,) int *q = j->arg; ++*q;)
MANY(give, use)
