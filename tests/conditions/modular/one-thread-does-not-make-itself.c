// one-thread: does not make itself
#include "../threads.h"

THREAD(use, if (PICK(__VERIFIER_nondet_int(), !given)) { pthread_t t; pthread_create(&t, 0, use, (void *)1); } if (given) x++;)
MAIN(START(t, use))
