// creation: gone when others are created again
#include "../threads.h"

THREAD(use, LOCK data++; UNLOCK)
THREAD(later, int v = data;)
MAIN(pthread_t u; do { START(t, use) WAIT(t) PICK(pthread_create(&u, 0, later, 0);, ) } while (__VERIFIER_nondet_int()); PICK(, pthread_create(&u, 0, later, 0);))
