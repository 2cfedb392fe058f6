// no condition alone
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
static void make(struct pool *p) { for (int i = 0; i < p->n; i++) pthread_create(&p->t[i], 0, use, 0); }
static void end(struct pool *p) { for (int i = 0; i < p->n; i++) pthread_join(p->t[i], 0); }
THREAD(other, make(&pool);)
MAIN(pool.n = 2; PICK(START(s, other) end(&pool); x++; WAIT(s), make(&pool); end(&pool); x++;) (void)other;)
