// tickets: only the last number counts
#include "../threads.h"

static atomic_uint next; static int out[100];
THREAD(use, unsigned k = atomic_fetch_add(&next, 1); if (k < 100) { out[k] = 1; PICK(unsigned j = atomic_fetch_add(&next, 1); if (j < 100) out[j] = 1; else return 0;, ) out[k] = 2; })
CROWD(use)
