// barriers: the bound is as it was
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
MAIN(int count = __VERIFIER_nondet_int(); pthread_t t; PICK(, count++;)
    pthread_barrier_init(&b, 0, count + 1); PICK(if (count < 9) count++;, )
    for (int i = 0; i < count; i++) pthread_create(&t, 0, use, 0);
    x = 1; pthread_barrier_wait(&b);)
