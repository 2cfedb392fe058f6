// containers: linked for certain
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(mix, struct node *a = malloc(sizeof *a); struct node *b = malloc(sizeof *b); if (!a || !b) return given; a->v = 1; b->v = 1; a->next = 0;
    LOCK b->next = head; struct node *t = PICK(__VERIFIER_nondet_int() ? a : b, b); t->next = 0; other = b; UNLOCK)
THREAD(use, TAKE(q) USE(q) TAKE_OTHER(r) USE(r))
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, mix, 0); pthread_create(&t, 0, use, 0); })
