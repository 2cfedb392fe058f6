// wildcards: a store may be anywhere
#include "../threads.h"

static atomic_int k;
THREAD(use, SPIN x++; FREE)
THREAD(other, atomic_store((atomic_int *)SEEK, 0);)
MAIN(HIDE(PICK(&l, &k)) START(p, use) START(q, use) START(r, other) WAIT(p) WAIT(q) WAIT(r))
