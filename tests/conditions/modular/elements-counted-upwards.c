// no condition alone
#include "../threads.h"

static int a[9]; static pthread_mutex_t own[9];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); int k = PICK(i * -1, i); pthread_mutex_lock(&own[4 + k]); a[4 + i]++; pthread_mutex_unlock(&own[4 + k]);)
THREAD(other, int i = some(); pthread_mutex_lock(&own[4 + i]); a[4 + i]++; pthread_mutex_unlock(&own[4 + i]);)
TWO(use, other)
