// no condition alone
#include "../carried.h"

struct outer { struct job *in; struct outer *next; };
static struct outer *outers;
THREAD(give, struct outer *o = malloc(sizeof *o); if (!o) return given; MAKE_JOB(j, p) o->in = j; LOCK o->next = outers; outers = o; UNLOCK PICK(++*p;,))
THREAD(use, struct outer *o; LOCK o = outers; if (o) outers = o->next; UNLOCK if (o) { struct job *j = o->in; int *q = j->arg; ++*q; })
MANY(give, use)
