// recursion: what it calls is too
#include "../threads.h"

THREAD(use, x++;)
static void go(int deeper) { START(t, use) PICK(, WAIT(t)) if (PICK(deeper, 0)) go(0); }
MAIN(go(1);)
