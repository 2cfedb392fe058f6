// creation: ended before every creation
#include "../threads.h"

THREAD(first, x = 1;)
THREAD(second, int k = x; (void)k;)
THREAD(third, )
MAIN(START(s, first) START(u, third) pthread_t t; int k = 0; if (__VERIFIER_nondet_int()) { WAIT(s) goto one; } PICK(WAIT(u), WAIT(s)) goto two;
    one: pthread_create(&t, 0, second, 0); two: if (k++ < 1) goto one;)
