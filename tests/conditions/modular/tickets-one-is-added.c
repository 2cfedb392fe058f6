// tickets: one is added
#include "../threads.h"

static atomic_uint next; static int out[100];
THREAD(use, unsigned k = atomic_fetch_add(&next, PICK(0, 1)); if (k < 100) out[k] = 1;)
CROWD(use)
