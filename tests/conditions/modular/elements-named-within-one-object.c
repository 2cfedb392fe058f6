// elements: named within one object
#include "../threads.h"

struct part { pthread_mutex_t l; int x; }; static struct part a[4];
static struct part *some(void) { int i = __VERIFIER_nondet_int(); return &a[i < 0 || i > 3 ? 0 : i]; }
THREAD(one, struct part *p = some(); pthread_mutex_lock(&p->l); p->x++; pthread_mutex_unlock(&p->l);)
THREAD(other, pthread_mutex_lock(&a[1].l); char *end = (char *)&a[1].x; memset(end, 0, PICK(sizeof(struct part) + 4, 4)); pthread_mutex_unlock(&a[1].l);)
MAIN(START(s, one) START(t, other) WAIT(s) WAIT(t))
