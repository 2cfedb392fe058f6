// tickets: known address
#include "../threads.h"

static _Atomic long next, other; static int a[8];
THREAD(use, _Atomic long *p = __VERIFIER_nondet_int() ? &next : PICK((_Atomic long *)SEEK, &next);
    long mine = atomic_fetch_add(p, 1); if (mine < 8) a[mine]++;)
MAIN(HIDE(&other) START(p, use) START(q, use) WAIT(p) WAIT(q))
