// merged-calls: bytes written
#include "../threads.h"

static void go(void) { LARGE PICK(memset(&m, 0, sizeof m);, ) }
THREAD(use, LOCK x++; UNLOCK)
MAIN(LOCK go(); START(t, use) x++; UNLOCK)
