// fresh-objects: made anew by a call
#include "../threads.h"

static _Atomic(int *) shared;
THREAD(use, int *r = atomic_load(&shared); if (r) *r = 1;)
static int *make(void) { int *p = malloc(sizeof *p); if (!p) exit(1); *p = 0; return p; }
MAIN(START(t, use) int *old = 0; for (int i = 0; i < 2; i++) { int *p = make(); PICK(if (old) *old = 2;, ) old = p; atomic_store(&shared, p); } WAIT(t))
