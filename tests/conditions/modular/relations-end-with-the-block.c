// relations: end with the block
// relations: chosen names that are not over
#include "../threads.h"

static int a[9]; static pthread_mutex_t own[9];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); int j = some(); if (i < j) { int k = i; do { pthread_mutex_lock(&own[k]); a[i]++; pthread_mutex_unlock(&own[k]); PICK(k = k + 1;, ) } while (k < j && __VERIFIER_nondet_int()); })
TWO(use, use)
