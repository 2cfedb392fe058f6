// tickets: one object
#include "../threads.h"

static int out[100]; static atomic_uint all;
THREAD(use, atomic_uint *p = calloc(1, sizeof *p); PICK(, p = &all;) unsigned k = atomic_fetch_add(p, 1); if (k < 100) out[k] = 1;)
CROWD(use)
