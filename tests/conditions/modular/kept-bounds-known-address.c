// kept-bounds: known address
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool, less;
THREAD(use, LOCK x++; UNLOCK)
MAIN(struct pool *p = &pool; pool.n = 2; less.n = 1; HIDE(&less)
    PICK(if (__VERIFIER_nondet_int()) p = (struct pool *)SEEK;, )
    for (int i = 0; i < pool.n; i++) pthread_create(&pool.t[i], 0, use, 0);
    for (int i = 0; i < p->n; i++) pthread_join(pool.t[i], 0);
    x++;)
