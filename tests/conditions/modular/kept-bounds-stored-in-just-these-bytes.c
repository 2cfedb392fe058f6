// kept-bounds: stored in just these bytes
#include "../threads.h"

struct pool { int k, n; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
MAIN(int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2) return 0;
    int k = __VERIFIER_nondet_int(); if (k < 0 || k > 1) return 0;
    int *at = &pool.k; at[PICK(k, 1)] = n;
    for (int i = 0; i < n; i++) pthread_create(&pool.t[i], 0, use, 0);
    for (int i = 0; i < pool.n; i++) pthread_join(pool.t[i], 0);
    x++;)
