// calls: nothing happened since
#include "../threads.h"

static unsigned next, out[100];
static int attempt(void) { if (__VERIFIER_nondet_int()) { LOCK_N return 0; } return 1; }
THREAD(use, LOCK int r = attempt(); unsigned k = next; next = k + 1;
    if (!r) { PICK(k = next; next = k + 1;, ) UNLOCK_N } UNLOCK if (k < 100) out[k] = 1;)
CROWD(use)
