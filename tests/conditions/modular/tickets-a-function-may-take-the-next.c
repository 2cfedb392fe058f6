// tickets: a function may take the next
#include "../threads.h"

static atomic_uint next; static int out[100];
static void more(void) { unsigned k = atomic_fetch_add(&next, 1); if (k < 100) out[k] = 1; }
THREAD(use, unsigned k = atomic_fetch_add(&next, 1); if (k < 100) { out[k] = 1; PICK(more();, ) out[k] = 2; })
CROWD(use)
