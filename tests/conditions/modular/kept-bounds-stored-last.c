// kept-bounds: stored last
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool;
static void less(void) { pool.n = 1; }
THREAD(use, LOCK x++; UNLOCK)
MAIN(int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;
    PICK(,less();) if (n > 1) x++;
    pool.n = n; if (n > 1) x++;
    PICK(less();,)
    for (int i = 0; i < n; i++) pthread_create(&pool.t[i], 0, use, 0);
    for (int i = 0; i < pool.n; i++) pthread_join(pool.t[i], 0);
    x++;)
