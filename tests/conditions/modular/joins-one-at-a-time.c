// joins: one at a time
#include "../threads.h"

THREAD(use, LOCK data++; UNLOCK)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { do pthread_create(&t, 0, use, 0); while (PICK(__VERIFIER_nondet_int(), 0)); WAIT(t) data++; })
