// barriers: bound with a sign
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
MAIN(PICK(unsigned, int) count = __VERIFIER_nondet_int(); pthread_barrier_init(&b, 0, count + 1); pthread_t t;
    for (PICK(unsigned, int) i = 0; i < count; i++) pthread_create(&t, 0, use, 0);
    x = 1; pthread_barrier_wait(&b);)
