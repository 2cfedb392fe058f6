// names: sums are not cut off
#include "../threads.h"

#define HALF (1l << 31)
static pthread_mutex_t own[8 * HALF]; static char a[8 * HALF];
THREAD(use, unsigned i = __VERIFIER_nondet_int(); int k = (int)(PICK(i + 0x80000000u, i));
    pthread_mutex_t *p = &own[4 * HALF]; char *q = &a[4 * HALF];
    pthread_mutex_lock(&p[k]); q[(int)i]++; pthread_mutex_unlock(&p[k]);)
THREAD(other, int i = __VERIFIER_nondet_int(); long k = (long)i - PICK(HALF, 0);
    pthread_mutex_t *p = &own[4 * HALF]; char *q = &a[4 * HALF];
    pthread_mutex_lock(&p[k]); q[i]++; pthread_mutex_unlock(&p[k]);)
TWO(use, other)
