// merged-calls: locks that are not given up
// merged-calls: given up
#include "../threads.h"

static void go(void) { LARGE PICK(UNLOCK, ) }
THREAD(first, LOCK go(); x++; PICK(, UNLOCK))
THREAD(second, LOCK x++; UNLOCK)
TWO(first, second)
