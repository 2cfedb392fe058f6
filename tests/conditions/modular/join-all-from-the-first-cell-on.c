// join-all: from the first cell on
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[4]; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;
    for (int i = 0; i < n; i++) pthread_create(&t[i], 0, use, 0); for (int i = PICK(1, 0); i < n; i++) pthread_join(t[i], 0); x++;)
