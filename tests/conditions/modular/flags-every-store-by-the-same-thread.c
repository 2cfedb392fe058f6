// flags: every store by the same thread
#include "../threads.h"

THREAD(first, data = 1; atomic_store(&f, 1);)
THREAD(second, PICK(atomic_store(&f, 1);, ))
MAIN(START(s, first) START(t, second) if (atomic_load(&f)) data = 2; WAIT(s) WAIT(t))
