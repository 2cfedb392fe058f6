// flags: every store with the lock
#include "../threads.h"

THREAD(set, data = 1; LOCK atomic_store_explicit(&f, 1, memory_order_relaxed); UNLOCK
    PICK(, LOCK) atomic_store_explicit(&f, 1, memory_order_relaxed); PICK(, UNLOCK))
THREAD(look, LOCK int seen = atomic_load_explicit(&f, memory_order_relaxed); UNLOCK if (seen) data = 2;)
TWO(set, look)
