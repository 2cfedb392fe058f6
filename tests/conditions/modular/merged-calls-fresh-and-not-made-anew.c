// merged-calls: fresh and not made anew
#include "../threads.h"

static _Atomic(int *) known;
static int *make(void) { LARGE int *p = malloc(4); if (!p) exit(1); return p; }
static int *go(void) { LARGE int *p = make(); PICK(atomic_store(&known, p);, ) return p; }
THREAD(use, int *p = atomic_load(&known); if (p) *p = 2;)
MAIN(START(t, use) int *p = make(); *p = 0; int *q = go(); *q = 1;)
