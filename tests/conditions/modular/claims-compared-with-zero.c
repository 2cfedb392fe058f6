// claims: compared with zero
#include "../threads.h"

THREAD(use, int old = atomic_exchange(&l, 1); if (old == PICK(1, 0)) { x++; FREE })
MAIN(START(a, use) START(b, use) START(c, use) WAIT(a) WAIT(b) WAIT(c))
