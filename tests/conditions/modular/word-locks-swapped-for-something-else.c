// word-locks: swapped for something else
#include "../threads.h"

THREAD(use, int e = 0; int v = PICK(__VERIFIER_nondet_int() & 1, 1); if (atomic_compare_exchange_strong(&l, &e, v)) { x++; FREE })
TWO(use, use)
