// joins: in turn by one thread
#include "../threads.h"

THREAD(use, LOCK data++; UNLOCK)
THREAD(make, for (int i = 0; i < 2; i++) { START(t, use) WAIT(t) int v = data; })
PICK(CROWD(make), MAIN(START(s, make)))
