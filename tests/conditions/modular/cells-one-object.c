// cells: one object
#include "../threads.h"

static int a[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, PICK(, static) pthread_mutex_t own[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
    int i = some(); pthread_mutex_lock(&own[i]); a[i]++; pthread_mutex_unlock(&own[i]);)
CROWD(use)
