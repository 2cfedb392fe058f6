// carried: loaded from one block
#include "../carried.h"

struct text { struct text *next; int v; };
struct box { struct text *text; struct box *next; };
static struct box *boxes, *others;
static struct text *list, *last;
#define MAKE_TEXT(p) struct text *p = malloc(sizeof *p); if (!p) return given; p->v = 1; p->next = 0;
#define PUT_BOX(list) struct box *b = malloc(sizeof *b); if (!b) return given; b->text = p; LOCK last = q; UNLOCK LOCK b->next = list; list = b; UNLOCK
#define TAKE_BOX(b, list) struct box *b; LOCK b = list; if (b) list = b->next; UNLOCK if (!b) return given;
THREAD(give, MAKE_TEXT(p) MAKE_TEXT(q) p->next = q; if (__VERIFIER_nondet_int()) { PUT_BOX(boxes) } else { PUT_BOX(others) })
THREAD(use, TAKE_BOX(b, boxes) TAKE_BOX(c, others) struct box *any = PICK(__VERIFIER_nondet_int() ? b : c, b);
    struct text *p = any->text; p->next = 0; struct text *q = PICK(c, b)->text; LOCK list = q; UNLOCK)
THREAD(look, struct text *p; LOCK p = list; if (p) list = p->next; UNLOCK if (p) p->v++; LOCK p = last; last = 0; UNLOCK if (p) p->v++;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); pthread_create(&t, 0, look, 0); })
