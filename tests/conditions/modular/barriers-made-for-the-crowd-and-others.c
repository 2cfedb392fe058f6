// barriers: made for the crowd and others
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
MAIN(int count = __VERIFIER_nondet_int(); pthread_barrier_init(&b, 0, count + PICK(0, 1)); pthread_t t;
    for (int i = 0; i < count; i++) pthread_create(&t, 0, PICK(use, use), 0);
    x = 1; pthread_barrier_wait(&b);)
