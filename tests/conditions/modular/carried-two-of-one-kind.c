// no condition alone
#include "../carried.h"

struct pair { int *a, *b; struct pair *next; };
static struct pair *pairs;
static int *fresh(void) { int *p = malloc(sizeof *p); if (p) *p = 1; return p; }
THREAD(give, struct pair *j = malloc(sizeof *j); if (!j) return given; j->a = fresh(); j->b = PICK(j->a, 0); LOCK j->next = pairs; pairs = j; UNLOCK)
THREAD(use, struct pair *j; LOCK j = pairs; if (j) pairs = j->next; UNLOCK if (j) { int *a = j->a; int *b = j->b; if (a) ++*a; PICK(LOCK j->next = pairs; pairs = j; UNLOCK if (b) ++*b;,) (void)b; })
MANY(give, use)
