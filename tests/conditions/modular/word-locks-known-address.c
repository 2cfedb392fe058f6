// word-locks: known address
#include "../threads.h"

static atomic_int k;
THREAD(use, atomic_int *p = __VERIFIER_nondet_int() ? &l : PICK((atomic_int *)SEEK, &l);
    while (atomic_exchange(p, 1)) ; x++; atomic_store(p, 0);)
MAIN(HIDE(&k) START(p, use) START(q, use) WAIT(p) WAIT(q))
