// kept-bounds: the same cell
#include "../threads.h"

struct pool { int n, k; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
static void make(struct pool *p) { for (int i = 0; i < p->n; i++) pthread_create(&p->t[i], 0, use, 0); }
static void end(struct pool *p) { for (int i = 0; i < PICK(p->k, p->n); i++) pthread_join(p->t[i], 0); }
MAIN(pool.n = 2; pool.k = 1; make(&pool); end(&pool); x++;)
