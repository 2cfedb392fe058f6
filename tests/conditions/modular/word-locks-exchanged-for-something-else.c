// word-locks: exchanged for something else
#include "../threads.h"

THREAD(use, int v = PICK(__VERIFIER_nondet_int() & 1, 1); if (!atomic_exchange(&l, v)) { x++; FREE })
TWO(use, use)
