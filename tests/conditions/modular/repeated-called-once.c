// repeated: called once
#include "../threads.h"

THREAD(use, x++;)
static void go(void) { START(t, use) PICK(, WAIT(t)) }
MAIN(PICK(for (int i = 0; i < 2; i++), ) go();)
