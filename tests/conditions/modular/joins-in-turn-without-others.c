// joins: in turn without others
#include "../threads.h"

static void *use(void *given);
static void make(int waits) { START(t, use) if (waits) WAIT(t) }
THREAD(use, PICK(if (__VERIFIER_nondet_int()) make(0);, ) LOCK data++; UNLOCK)
MAIN(for (int i = 0; i < 2; i++) make(1); return data;)
