// containers: another one was taken
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { PICK(, q->v++;) PUT(q) TAKE(r) USE(r) PICK(q->v++;,) })
BOTH(give, use)
