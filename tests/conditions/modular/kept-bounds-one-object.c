// kept-bounds: one object
#include "../threads.h"

struct pool { int n; };
static pthread_t t[4];
THREAD(use, LOCK x++; UNLOCK)
MAIN(struct pool *p = 0; struct pool *q = 0;
    PICK(for (int k = 0; k < 2; k++), int k = 0;) { PICK(if (p) q = p;,) p = malloc(sizeof *p); if (!p) return 0; p->n = 2 - k; PICK(,q = p;) }
    for (int i = 0; i < q->n; i++) pthread_create(&t[i], 0, use, 0);
    for (int i = 0; i < p->n; i++) pthread_join(t[i], 0);
    x++;)
