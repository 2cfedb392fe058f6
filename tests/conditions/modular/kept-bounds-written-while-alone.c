// kept-bounds: written while alone
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
MAIN(int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;
    PICK(,pool.n = n / 2;) pool.n = n;
    for (int i = 0; i < n; i++) pthread_create(&pool.t[i], 0, use, 0);
    PICK(pool.n = n / 2;,)
    for (int i = 0; i < pool.n; i++) pthread_join(pool.t[i], 0);
    x++;)
