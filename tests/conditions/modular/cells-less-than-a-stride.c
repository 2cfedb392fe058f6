// cells: less than a stride
#include "../threads.h"

static atomic_int next; static int used[1000], out[1000];
THREAD(use, for (;;) { int k = atomic_fetch_add(&next, 1); if (k < 0 || k >= 990) return 0; int j = __VERIFIER_nondet_int(); if (j < 0 || j > PICK(9, 0)) return 0; int u = *(&used[k] + j); (void)u; if (__VERIFIER_nondet_int()) out[k] = 1; })
CROWD(use)
