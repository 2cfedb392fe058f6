// carried: no tail has it
#include "../containers.h"

struct box { struct node *arg; struct box *next; };
static struct box *boxes;
THREAD(give, MAKE struct box *b = malloc(sizeof *b); if (!b) return given; LOCK_N PICK(tail = p;,) b->arg = p; UNLOCK_N LOCK b->next = boxes; boxes = b; UNLOCK)
THREAD(use, struct box *b; LOCK b = boxes; if (b) boxes = b->next; UNLOCK if (b) { struct node *q = b->arg; q->v++; })
THREAD(look, LOCK_N if (tail) tail->v++; UNLOCK_N)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); pthread_create(&t, 0, look, 0); })
