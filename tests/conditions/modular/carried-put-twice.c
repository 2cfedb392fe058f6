// no condition alone
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) struct job *k = malloc(sizeof *k); if (!k) return given; k->arg = PICK(p, 0); PUT_JOB(j) PUT_JOB(k))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; if (q) ++*q; })
MANY(give, use)
