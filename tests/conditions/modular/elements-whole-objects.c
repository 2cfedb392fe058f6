// elements: whole objects
#include "../threads.h"

static union { pthread_mutex_t m[2]; pthread_spinlock_t s[20]; } u; static int a[2]; static pthread_spinlock_t sp;
static int some(void) { return __VERIFIER_nondet_int() ? 1 : 0; }
THREAD(use, int i = some(); pthread_mutex_lock(&u.m[i]); a[i]++; pthread_mutex_unlock(&u.m[i]);)
THREAD(other, pthread_spin_unlock(PICK(&u.s[0], &sp));)
MAIN(START(s, use) START(t, use) START(o, other) WAIT(s) WAIT(t) WAIT(o))
