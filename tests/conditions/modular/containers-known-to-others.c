// containers: known to others
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { PICK(, q->v++;) PUT(q) PICK(q->v++;,) })
BOTH(give, use)
