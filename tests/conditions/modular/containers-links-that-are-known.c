// containers: links that are known
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { q->v++; PICK(, q->next = 0;) LOCK other = q; UNLOCK } TAKE_OTHER(r) USE(r))
BOTH(give, use)
