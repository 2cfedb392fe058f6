// merged-calls: fresh and not given away
#include "../threads.h"

static _Atomic(int *) known;
static void go(int *p) { LARGE PICK(atomic_store(&known, p);, ) }
THREAD(first, int *p = malloc(4); if (!p) return given; go(p); *p = 1; PICK(, atomic_store(&known, p);))
THREAD(second, int *p = atomic_load(&known); if (p) *p = 2;)
TWO(first, second)
