// recursive-locks: given up for good
#include "../threads.h"

static pthread_mutex_t other;
THREAD(use, pthread_mutex_t *p = __VERIFIER_nondet_int() ? &m : &other; (void)p; LOCK LOCK PICK(if (p == &m) { pthread_mutex_unlock(p); pthread_mutex_unlock(p); LOCK } UNLOCK x++;, x++; UNLOCK) UNLOCK)
MAIN(pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_mutex_init(&other, 0); START(s, use) START(t, use) WAIT(s) WAIT(t))
