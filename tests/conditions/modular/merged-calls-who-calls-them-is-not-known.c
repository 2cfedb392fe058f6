// merged-calls: who calls them is not known
#include "../threads.h"

static _Atomic(int *) known;
static int *make(void) { LARGE int *p = malloc(4); if (!p) exit(1); return p; }
static int *go(void) { return make(); }
THREAD(use, int *p = atomic_load(&known); if (p) *p = 2;)
MAIN(START(t, use) int *p = go(); atomic_store(&known, p); int *q = go(); *PICK(p, q) = 1;)
