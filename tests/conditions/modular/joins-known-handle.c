// joins: known handle
#include "../threads.h"

THREAD(first, x = 1;)
THREAD(second, )
MAIN(START(s, first) START(t, second) HIDE(t)
    pthread_join(__VERIFIER_nondet_int() ? s : PICK(SEEK, s), 0); x = 2;)
