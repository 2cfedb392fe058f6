// branches: not one number
#include "../threads.h"

static int a[10];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 9 ? 0 : i; }
THREAD(use, int i = some(); int j = PICK(some(), 0); if (i != j) a[i] = 1;)
THREAD(other, a[0] = 2;)
TWO(use, other)
