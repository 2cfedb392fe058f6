// tickets: found in the same counter
#include "../threads.h"

static int next, other, out[100];
THREAD(use, LOCK int k = other; int j = next; next = j + 1; UNLOCK int n = PICK(k, j); if (n >= 0 && n < 100) out[n] = 1;)
CROWD(use)
