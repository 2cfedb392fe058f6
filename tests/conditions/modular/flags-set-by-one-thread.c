// flags: set by one thread
#include "../threads.h"

THREAD(set, LOCK data = 1; UNLOCK atomic_store(&f, 1);)
THREAD(look, if (atomic_load(&f)) data = 2;)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, set, 0); START(o, look) WAIT(o))
