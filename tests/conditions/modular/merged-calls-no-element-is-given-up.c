// merged-calls: no element is given up
#include "../threads.h"

static pthread_mutex_t ms[4]; static int a[4];
static void go(int i) { LARGE PICK(pthread_mutex_unlock(&ms[i]);, ) }
THREAD(use, int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return given;
    pthread_mutex_lock(&ms[i]); go(i); a[i]++; PICK(, pthread_mutex_unlock(&ms[i]);))
TWO(use, use)
