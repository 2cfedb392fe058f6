// join-all: the same bound
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[4]; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0; int k = n / 2;
    for (int i = 0; i < n; i++) pthread_create(&t[i], 0, use, 0); for (int i = 0; i < PICK(k, n); i++) pthread_join(t[i], 0); x++; (void)k;)
