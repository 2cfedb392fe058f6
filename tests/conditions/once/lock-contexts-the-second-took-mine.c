// lock-contexts: the second took mine
#include "../threads.h"

THREAD(first, LOCK_N LOCK UNLOCK PICK(, LOCK) x++; PICK(, UNLOCK) UNLOCK_N)
THREAD(second, LOCK x++; UNLOCK)
TWO(first, second)
