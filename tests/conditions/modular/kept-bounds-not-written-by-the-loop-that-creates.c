// kept-bounds: not written by the loop that creates
#include "../threads.h"

struct pool { int n; pthread_t t[4]; };
static struct pool pool;
THREAD(use, LOCK x++; UNLOCK)
MAIN(struct pool *p = &pool; int c = __VERIFIER_nondet_int();
   p->n = 1;
   for (int i = 0; i < p->n; i++) { PICK(p->n = 0;,) pthread_create(&p->t[i], 0, use, 0); if (!c) break; pthread_join(p->t[i], 0); }
   if (!c) { for (int i = 0; i < p->n; i++) pthread_join(p->t[i], 0); x++; })
