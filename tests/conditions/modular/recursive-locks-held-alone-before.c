// recursive-locks: held alone before
#include "../threads.h"

THREAD(use, PICK(LOCK UNLOCK x++;, LOCK LOCK UNLOCK x++; UNLOCK))
MAIN(pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); START(s, use) START(t, use) WAIT(s) WAIT(t))
