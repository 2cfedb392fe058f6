// containers: found by a link
#include "../containers.h"

THREAD(give, MAKE struct node *r = malloc(sizeof *r); if (!r) return given; r->v = 1; r->next = 0; LOCK p->next = r; head = p; PICK(other = r;,) UNLOCK)
THREAD(use, struct node *q; LOCK q = other; other = 0; UNLOCK USE(q) struct node *t; LOCK t = head; if (t) { struct node *s = t->next; if (s) s->v = 2; } UNLOCK LOCK t = head; head = 0; UNLOCK USE(t))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
