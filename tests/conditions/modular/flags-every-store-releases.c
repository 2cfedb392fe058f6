// flags: every store releases
#include "../threads.h"

THREAD(set, data = 1; atomic_store(&f, 1); atomic_store_explicit(&f, 1, PICK(memory_order_relaxed, memory_order_release));)
THREAD(look, if (atomic_load(&f)) data = 2;)
TWO(set, look)
