// elements: named within one object
#include "../threads.h"

struct part { int y; pthread_mutex_t l; int x; }; static struct part a[4];
static struct part *some(void) { int i = __VERIFIER_nondet_int(); return &a[i < 0 || i > 3 ? 0 : i]; }
THREAD(one, struct part *p = some(); pthread_mutex_lock(&p->l); p->x++; p->y++; pthread_mutex_unlock(&p->l);)
THREAD(other, pthread_mutex_lock(&a[1].l); memset(&a[1].x, 0, PICK(12, 4)); pthread_mutex_unlock(&a[1].l);)
TWO(one, other)
