// recursive-locks: not made to check
#include "../threads.h"

THREAD(use, LOCK LOCK UNLOCK x++; UNLOCK)
MAIN(pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PICK(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE)); pthread_mutex_init(&m, &a);
    START(s, use) START(t, use) WAIT(s) WAIT(t))
