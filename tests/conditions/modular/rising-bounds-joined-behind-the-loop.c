// rising-bounds: joined behind the loop
#include "../threads.h"

static int count; static pthread_t t[16];
THREAD(use, LOCK x++; UNLOCK)
MAIN(int size = __VERIFIER_nondet_int(); if (size < 1 || size > 8) return 0;
    for (int i = 0; i < size; i++) { pthread_create(&t[i], 0, use, 0);
        PICK(if (i == 2) { for (int k = 0; k < count; k++) pthread_join(t[k], 0); x++; }, ) count++; }
    PICK(, for (int k = 0; k < count; k++) pthread_join(t[k], 0); x++;))
