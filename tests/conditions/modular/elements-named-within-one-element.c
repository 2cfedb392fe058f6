// elements: named within one element
#include "../threads.h"

static pthread_mutex_t own[4]; static int a[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(one, int i = some(); pthread_mutex_lock(&own[i]); a[i]++; pthread_mutex_unlock(&own[i]);)
THREAD(other, pthread_mutex_lock(&own[2]); memset(&a[2], 0, PICK(2, 1) * sizeof a[0]); pthread_mutex_unlock(&own[2]);)
MAIN(START(s, one) START(t, other) WAIT(s) WAIT(t))
