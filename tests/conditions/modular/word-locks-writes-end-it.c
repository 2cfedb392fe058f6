// word-locks: writes end it
#include "../threads.h"

THREAD(use, SPIN x++; FREE)
MAIN(SPIN PICK(memset(&l, 0, sizeof l);, ) START(t, use) x++; PICK(, FREE) WAIT(t))
