// rising-bounds: set on every way
#include "../threads.h"

static struct pool { int count; pthread_t t[16]; } ;
THREAD(use, LOCK x++; UNLOCK)
MAIN(struct pool *p = malloc(sizeof *p); int size = __VERIFIER_nondet_int(); if (size < 1 || size > 8) return 0; if (!p) return 0; PICK(if (size == 3), ) p->count = 0;
    for (int i = 0; i < size; i++) { pthread_create(&p->t[i], 0, use, 0); p->count++; }
    for (int i = 0; i < p->count; i++) pthread_join(p->t[i], 0);
    x++;)
