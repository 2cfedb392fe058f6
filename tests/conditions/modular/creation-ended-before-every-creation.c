// creation: ended before every creation
#include "../threads.h"

THREAD(first, x = 1;)
THREAD(second, x = 2;)
MAIN(START(s, first) int now = PICK(__VERIFIER_nondet_int(), 1);
    if (now) { WAIT(s) } else { if (__VERIFIER_nondet_int()) data = 1; if (__VERIFIER_nondet_int()) data = 2; if (__VERIFIER_nondet_int()) data = 3; }
    START(t, second) if (!now) WAIT(s) WAIT(t))
