// containers: found by a link
#include "../containers.h"

struct pair { struct node *peer; };
static struct pair *pairs;
THREAD(give, MAKE struct pair *r = malloc(sizeof *r); if (!r) return given; r->peer = 0; LOCK PICK(other = p; r->peer = p;,) pairs = r; UNLOCK)
THREAD(use, struct node *q; LOCK q = other; other = 0; UNLOCK USE(q) struct pair *t; LOCK t = pairs; if (t) { struct node *s = t->peer; if (s) s->v = 2; } UNLOCK LOCK t = pairs; pairs = 0; UNLOCK if (t) t->peer = 0;)
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
