// fresh-objects: made anew
// fresh-objects: youngest instance
#include "../threads.h"

static _Atomic(int *) shared;
THREAD(use, int *r = atomic_load(&shared); if (r) *r = 1;)
MAIN(START(t, use) int *old = 0; for (int i = 0; i < 2; i++) { int *p = malloc(sizeof *p); if (!p) return 1; *p = 0; PICK(if (old) *old = 2;, ) old = p; atomic_store(&shared, p); } WAIT(t))
