// relations: second value is one
#include "../threads.h"

static int a[4], b[4], v[4]; static pthread_mutex_t own[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); int j = some(); int z = some(); int *p = a; int *q = b; if (__VERIFIER_nondet_int()) p = 0; if (__VERIFIER_nondet_int()) q = 0;
    if (p && q) { int *pi = &p[i]; int *qi = &q[i]; int *bj = &b[j];
    if (bj != pi) { int k; if (bj != qi) k = i; else k = z; pthread_mutex_lock(&own[PICK(k, i)]); v[i]++; (void)k; pthread_mutex_unlock(&own[PICK(k, i)]); } })
TWO(use, use)
