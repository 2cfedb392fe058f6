// works: bounds without a sign are known
#include "../threads.h"

static int a[4];
THREAD(use, PICK(a[3] = 1;, ))
int main(void) {
    START(t, use)
    long most = __VERIFIER_nondet_int(); if (most < -1 || most > 3) return 0;
    unsigned long to = most;
#pragma omp parallel for num_threads(2)
    for (unsigned long i = 0; i < to; i += 1ul << 62) { int seen = a[i / (1ul << 62)]; (void)seen; }
}
