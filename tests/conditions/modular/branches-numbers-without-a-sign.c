// branches: numbers without a sign
#include "../threads.h"

static int a[12];
THREAD(use, int i = __VERIFIER_nondet_int(); if (i < PICK(-1, 0) || i > 9) return 0; if (!((unsigned)i < 3u)) a[i + 1] = 1;)
THREAD(other, a[0] = 2;)
TWO(use, other)
