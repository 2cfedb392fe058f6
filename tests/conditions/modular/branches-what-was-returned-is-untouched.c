// branches: what was returned is untouched
#include "../threads.h"

static int attempt(void) { if (pthread_mutex_trylock(&m)) return 1; return 0; }
THREAD(use, int r = __VERIFIER_nondet_int(); PICK(int is_zero = r == 0; r = attempt();, r = attempt(); int is_zero = r == 0;)
    if (is_zero) x++; if (!r) UNLOCK)
TWO(use, use)
