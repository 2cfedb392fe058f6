// elements: one of two holds it alone
#include "../threads.h"

static struct { pthread_rwlock_t l; int x; } a[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(one, int i = some(); pthread_rwlock_rdlock(&a[i].l); a[i].x++; pthread_rwlock_unlock(&a[i].l);)
THREAD(other, PICK(pthread_rwlock_rdlock, pthread_rwlock_wrlock)(&a[2].l); a[2].x++; pthread_rwlock_unlock(&a[2].l);)
MAIN(START(s, one) START(t, other) WAIT(s) WAIT(t))
