// containers: links of blocks
#include "../containers.h"

struct item { struct item *next; int v; };
static struct item *first, *second;
static struct { struct item *next; } g;
THREAD(give, struct item *s = malloc(sizeof *s); if (!s) return given; s->v = 1; LOCK s->next = first; first = s; UNLOCK
    struct item *p = malloc(sizeof *p); if (!p) return given; p->v = 1; LOCK p->next = second; second = p; UNLOCK PICK(LOCK g.next = second; first = (struct item *)&g; UNLOCK,))
THREAD(use, struct item *q; LOCK q = first; if (q) first = q->next; UNLOCK if (q PICK(&& q != (struct item *)&g,)) q->v++; LOCK q = second; if (q) second = q->next; UNLOCK if (q) q->v++;)
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
