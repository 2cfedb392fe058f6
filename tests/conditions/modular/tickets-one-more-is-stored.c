// tickets: one more is stored
#include "../threads.h"

static int next, out[100];
THREAD(use, LOCK int k = next; next = k + PICK(0, 1); UNLOCK if (k >= 0 && k < 100) out[k] = 1;)
CROWD(use)
