// containers: written in another block
#include "../containers.h"

THREAD(give, MAKE struct node *s = malloc(sizeof *s); if (!s) return given; s->v = 1; s->next = 0; LOCK head = p; PICK(struct node *h = head; h->next = s;,) tail = p; UNLOCK)
THREAD(use, LOCK if (tail) tail->v = 2; UNLOCK struct node *q; LOCK q = head; if (q) { head = q->next; if (!head) tail = 0; } UNLOCK USE(q))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
