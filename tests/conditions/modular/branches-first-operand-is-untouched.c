// branches: first operand is untouched
#include "../threads.h"

static int a[10];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 9 ? 0 : i; }
THREAD(use, int i = some(); int j = some(); int is_small = i < 3; PICK(i = j;, ) if (is_small) a[i] = 1;)
THREAD(other, a[5] = 2;)
TWO(use, other)
