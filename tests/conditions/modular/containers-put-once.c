// containers: put once
#include "../containers.h"

THREAD(give, MAKE LOCK PICK(other = p;,) tail = p; head = p; UNLOCK)
THREAD(use, TAKE(q) USE(q) TAKE_OTHER(r) USE(r))
BOTH(give, use)
