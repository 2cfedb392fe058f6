// word-locks: one object
#include "../threads.h"

static void take(atomic_int *p) { while (atomic_exchange(p, 1)) ; }
THREAD(use, PICK(, static) atomic_int own = 0; take(&own); x++; atomic_store(&own, 0);)
CROWD(use)
