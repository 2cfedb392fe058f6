// flags: stored with the lock alone
#include "../threads.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
THREAD(set, data = 1; PICK(pthread_rwlock_rdlock(&rw), pthread_rwlock_wrlock(&rw)); atomic_store_explicit(&f, 1, memory_order_relaxed); pthread_rwlock_unlock(&rw);)
THREAD(look, pthread_rwlock_rdlock(&rw); int seen = atomic_load_explicit(&f, memory_order_relaxed); pthread_rwlock_unlock(&rw); if (seen) data = 2;)
TWO(set, look)
