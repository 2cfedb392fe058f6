// tickets: fewer elements than numbers
#include "../threads.h"

static atomic_uint next; static char out[PICK(1ul << 32, 1ul << 31)];
THREAD(use, unsigned k = atomic_fetch_add(&next, 1); out[k] = 1;)
CROWD(use)
