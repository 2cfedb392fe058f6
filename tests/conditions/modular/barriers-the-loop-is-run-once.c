// barriers: the loop is run once
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
MAIN(pthread_barrier_init(&b, 0, 3); pthread_t t;
    PICK(for (int j = 0; j < 2; j++), ) for (int i = 0; i < 2; i++) pthread_create(&t, 0, use, 0);
    x = 1; pthread_barrier_wait(&b);)
