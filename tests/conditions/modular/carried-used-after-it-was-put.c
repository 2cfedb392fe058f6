// no condition alone
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PICK(,++*p;) PUT_JOB(j) PICK(++*p;,))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; })
MANY(give, use)
