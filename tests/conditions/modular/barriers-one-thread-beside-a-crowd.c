// barriers: one thread beside a crowd
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b);)
THREAD(other, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
MAIN(int count = __VERIFIER_nondet_int(); pthread_barrier_init(&b, 0, count + 2); pthread_t t;
    for (int i = 0; i < count; i++) pthread_create(&t, 0, use, 0);
    PICK(pthread_create(&t, 0, other, 0);, )
    x = 1; pthread_barrier_wait(&b);)
