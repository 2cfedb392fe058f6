// barriers: made in the call that creates
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
static void make(int count, int i) { PICK(pthread_barrier_init(&b, 0, count + 1);, ) (void)i; }
static void create(int count) { pthread_t t; PICK(, pthread_barrier_init(&b, 0, count + 1);)
    for (int i = 0; i < count; i++) pthread_create(&t, 0, use, 0); }
MAIN(int count = __VERIFIER_nondet_int(); make(count - 1, 0); create(count); x = 1; pthread_barrier_wait(&b);)
