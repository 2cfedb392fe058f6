// elements: given up in the same stride
#include "../threads.h"

static int a[8]; static pthread_mutex_t own[8];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); pthread_mutex_lock(&own[i]); if (i) pthread_mutex_lock(&own[2 * i]);
    PICK(, a[i]++;) pthread_mutex_unlock(&own[2 * i]); PICK(a[i]++;, ) if (i) pthread_mutex_unlock(&own[i]);)
TWO(use, use)
