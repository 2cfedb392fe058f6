// word-locks: sets to something else
#include "../threads.h"

THREAD(use, int taken = 0; int v = PICK(__VERIFIER_nondet_int() & 1, 1);
    BEGIN if (!atomic_load(&l)) { atomic_store(&l, v); taken = 1; } END
    if (taken) { x++; BEGIN atomic_store(&l, 0); END })
TWO(use, use)
