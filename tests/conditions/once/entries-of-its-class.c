// entries: of its class
#include "../threads.h"

THREAD(add, LOCK x++; UNLOCK)
THREAD(none, )
THREAD(late, if (x == 6) data++;)
MAIN(PICK(, x = 5;) START(s, add) PICK(LOCK x = 5; UNLOCK, ) START(t, none) LOCK x++; UNLOCK WAIT(s) WAIT(t)
     START(a, late) START(b, late) WAIT(a) WAIT(b))
