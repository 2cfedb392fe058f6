// entries: atomic as well
#include "../threads.h"

THREAD(look, __atomic_load_n(&x, __ATOMIC_RELAXED);)
THREAD(none, )
MAIN(START(s, look) PICK(x = 1;, ) START(t, none) __atomic_store_n(&x, 2, __ATOMIC_RELAXED); WAIT(s) WAIT(t))
