// locks: known address
#include "../threads.h"


THREAD(use, pthread_mutex_t *p = __VERIFIER_nondet_int() ? &m : PICK((pthread_mutex_t *)SEEK, &m);
    pthread_mutex_lock(p); x++; pthread_mutex_unlock(p);)
MAIN(HIDE(&n) START(p, use) START(q, use) WAIT(p) WAIT(q))
