// containers: one object
#include "../containers.h"

struct box { struct node *in; struct box *peer; };
static void *give(void *given) { struct box *one = given; MAKE LOCK one->in = p; UNLOCK return 0; }
static void *use(void *given) { struct box *one = given; struct box *two = PICK(one->peer, one); struct node *q = 0; LOCK if (two) { q = one->in; two->in = 0; } UNLOCK USE(q) return 0; }
int main(void) { struct box *b; PICK(struct box *last = 0; for (int i = 0; i < 2; i++) {,{) b = malloc(sizeof *b); if (!b) return 1; b->in = 0; PICK(b->peer = last; last = b;,) } pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, b); pthread_create(&t, 0, use, b); } return 0; }
