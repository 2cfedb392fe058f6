// elements: known address
#include "../threads.h"

static pthread_mutex_t ms[4], ns[4]; static int a[4];
THREAD(use, int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return given;
    pthread_mutex_t *base = __VERIFIER_nondet_int() ? ms : PICK((pthread_mutex_t *)SEEK, ms);
    pthread_mutex_lock(&base[i]); a[i]++; pthread_mutex_unlock(&base[i]);)
MAIN(HIDE(ns) START(p, use) START(q, use) WAIT(p) WAIT(q))
