// barriers: created nowhere else
#include "../threads.h"

static pthread_barrier_t b;
static void *use(void *given);
static void go(void) { pthread_t t; pthread_create(&t, 0, use, 0); }
static void *use(void *given) { PICK(if (__VERIFIER_nondet_int()) go();, ) pthread_barrier_wait(&b); (void)*(volatile int *)&x; return given; }
MAIN(pthread_barrier_init(&b, 0, 3); for (int i = 0; i < 2; i++) go(); x = 1; pthread_barrier_wait(&b);)
