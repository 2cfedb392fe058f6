// joins: created nowhere else
#include "../threads.h"

static void *use(void *given);
static void go(int joins) { pthread_t h[2]; for (int i = 0; i < 2; i++) pthread_create(&h[i], 0, use, 0);
    if (joins) { for (int i = 0; i < 2; i++) pthread_join(h[i], 0); x = 1; } }
static void *use(void *given) { LOCK x++; UNLOCK PICK(if (__VERIFIER_nondet_int()) go(0);, ) return given; }
MAIN(go(1);)
