// carried: the youngest instance is another one
#include "../carried.h"

static int *old;
THREAD(give, int *p = malloc(sizeof *p); if (!p) return given; *p = 1; LOCK seen = p; UNLOCK)
THREAD(use, struct job *j = malloc(sizeof *j); if (!j) return given; int *q; LOCK q = seen; seen = 0; UNLOCK if (!q) return given; j->arg = q;
    PICK(LOCK old = q; UNLOCK int *r; LOCK r = seen; seen = 0; UNLOCK if (!r) return given;,) PUT_JOB(j))
THREAD(last, TAKE_JOB(j) if (j) { int *q = j->arg; ++*q; } int *s; LOCK s = old; old = 0; UNLOCK if (s) ++*s;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); pthread_create(&t, 0, last, 0); })
