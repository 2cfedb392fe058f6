// flags: no object of the library
#include "../threads.h"

static union { pthread_mutex_t m; atomic_int f; } u;
THREAD(set, data = 1; atomic_store(&u.f, 1);)
THREAD(look, if (atomic_load(&u.f)) data = 2;)
THREAD(other, pthread_mutex_lock(PICK(&u.m, &m));)
MAIN(START(s, set) START(t, look) START(o, other) WAIT(s) WAIT(t) WAIT(o))
