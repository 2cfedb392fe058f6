// no condition alone
#include "../carried.h"

THREAD(give, MAKE_JOB(j, p) PUT_JOB(j))
THREAD(use, TAKE_JOB(j) if (j) { int *q = j->arg; PICK(,++*q;) PUT_JOB(j) PICK(++*q;,) })
MANY(give, use)
