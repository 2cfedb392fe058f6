// merged-calls: variable written
#include "../threads.h"

static void go(void) { LARGE PICK(FREE, ) }
THREAD(first, SPIN go(); x++; PICK(, FREE))
THREAD(second, SPIN x++; FREE)
TWO(first, second)
