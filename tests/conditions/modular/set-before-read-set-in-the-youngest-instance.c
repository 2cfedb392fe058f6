// set-before-read: set in the youngest instance
#include "../threads.h"

static int *first; static int look(int *at) { return *at; }
THREAD(use, int k; LOCK if (!first) { k = 0; first = &k; } else { *first = 0; PICK(, k = 0;) } int v = look(&k); UNLOCK if (v) x++;)
CROWD(use)
