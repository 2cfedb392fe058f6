// word-locks: looked at in an atomic block
#include "../threads.h"

THREAD(use, int taken = 0;
#ifdef RACE
    if (!atomic_load(&l)) { BEGIN atomic_store(&l, 1); taken = 1; END }
#else
    BEGIN if (!atomic_load(&l)) { atomic_store(&l, 1); taken = 1; } END
#endif
    if (taken) { x++; BEGIN atomic_store(&l, 0); END })
TWO(use, use)
