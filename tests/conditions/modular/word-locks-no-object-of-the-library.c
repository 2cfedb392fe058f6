// word-locks: no object of the library
#include "../threads.h"

static union { pthread_mutex_t m; atomic_int l; } u;
THREAD(use, if (!atomic_exchange(&u.l, 1)) { x++; atomic_store(&u.l, 0); })
THREAD(other, PICK(pthread_mutex_t *p = &u.m, pthread_mutex_t *p = &m); pthread_mutex_lock(p); pthread_mutex_unlock(p);)
MAIN(START(s, use) START(t, use) START(o, other) WAIT(s) WAIT(t) WAIT(o))
