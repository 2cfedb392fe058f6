// crowd-sums: written no more
#include "../threads.h"

static int a[4096], width;
THREAD(use, a[(long)given * width] = 1;)
MAIN(width = __VERIFIER_nondet_int(); if (width < 1 || width > 1000) return 0; PICK(width = 0;, )
    pthread_t t; for (long i = 0; i < 4; i++) pthread_create(&t, 0, use, (void *)i);)
