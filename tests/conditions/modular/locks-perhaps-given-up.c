// locks: perhaps given up
#include "../threads.h"

THREAD(use, LOCK LOCK_N pthread_mutex_t *p; if (__VERIFIER_nondet_int()) p = &m; else p = &n;
    PICK(, x++;) pthread_mutex_unlock(p); PICK(x++;, ) pthread_mutex_unlock(p == &m ? &n : &m);)
THREAD(other, LOCK x++; UNLOCK)
TWO(use, other)
