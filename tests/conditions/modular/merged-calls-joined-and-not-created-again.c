// merged-calls: joined and not created again
#include "../threads.h"

THREAD(use, LOCK data++; UNLOCK)
static pthread_t make(void) { LARGE START(t, use) return t; }
MAIN(pthread_t t = make(); WAIT(t) PICK(t = make();, ) data++; return 0;)
