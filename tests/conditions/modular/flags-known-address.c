// flags: known address
#include "../threads.h"

static atomic_int g = 1;
THREAD(set, data = 1; atomic_store(&f, 1);)
THREAD(look, atomic_int *p = __VERIFIER_nondet_int() ? &f : PICK((atomic_int *)SEEK, &f); if (atomic_load(p)) data = 2;)
MAIN(HIDE(&g) START(p, set) START(q, look) WAIT(p) WAIT(q))
