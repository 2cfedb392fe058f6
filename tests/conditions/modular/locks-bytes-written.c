// locks: bytes written
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(LOCK PICK(memset(&m, 0, sizeof m);, ) START(t, use) x++; PICK(, UNLOCK) WAIT(t))
