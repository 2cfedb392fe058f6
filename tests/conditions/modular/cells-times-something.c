// no condition alone
#include "../threads.h"

static atomic_int next; static int used[1000], out[1000];
THREAD(use, int by = PICK(0, 1); for (;;) { int k = atomic_fetch_add(&next, 1); if (k < 0 || k >= 1000) return 0; int u = used[k * by]; (void)u; if (__VERIFIER_nondet_int()) out[k] = 1; })
CROWD(use)
