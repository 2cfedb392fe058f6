// set-before-read: known before it is set
#include "../threads.h"

THREAD(use, if (*(int *)given) x++;)
MAIN(pthread_t s; pthread_t t; int k; PICK(if (__VERIFIER_nondet_int()), ) k = 0;
    pthread_create(&s, 0, use, &k); pthread_create(&t, 0, use, &k); pthread_join(s, 0); pthread_join(t, 0);)
