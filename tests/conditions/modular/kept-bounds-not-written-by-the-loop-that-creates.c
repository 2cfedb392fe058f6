// kept-bounds: not written by the loop that creates
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
static void make(struct pool *p) { for (int i = 0; i < p->n; i++) { PICK(if (i == 0) p->n = 0;,) pthread_create(&p->t[i], 0, use, 0); } }
static void end(struct pool *p) { for (int i = 0; i < p->n; i++) pthread_join(p->t[i], 0); }
MAIN(pool.n = 2; make(&pool); end(&pool); x++;)
