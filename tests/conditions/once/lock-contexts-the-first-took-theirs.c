// lock-contexts: the first took theirs
#include "../threads.h"

THREAD(first, LOCK x++; UNLOCK)
THREAD(second, LOCK_N LOCK UNLOCK PICK(, LOCK) x++; PICK(, UNLOCK) UNLOCK_N)
TWO(first, second)
