// flags: no address at first
#include "../threads.h"

static int a, b; static _Atomic(int *) p = PICK(&a, 0);
THREAD(set, data = 1; atomic_store(&p, &b);)
THREAD(look, if (atomic_load(&p)) data = 2;)
TWO(set, look)
