// barriers: no other address
#include "../threads.h"

static pthread_barrier_t b, c;
static pthread_barrier_t *pick(void) { PICK(if (__VERIFIER_nondet_int()) return &c;, ) return &b; }
THREAD(first, pthread_barrier_wait(pick()); x = 1; pthread_barrier_wait(&b);)
THREAD(second, pthread_barrier_wait(&b); PICK(x = 2;, ) pthread_barrier_wait(&b); PICK(, x = 2;))
MAIN(pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&c, 0, 1); START(s, first) START(t, second) WAIT(s) WAIT(t))
