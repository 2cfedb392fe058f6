// barriers: known address
#include "../threads.h"

static pthread_barrier_t b, c;
static pthread_barrier_t *pick(void) { PICK(if (__VERIFIER_nondet_int()) return (pthread_barrier_t *)SEEK;, ) return &b; }
THREAD(first, pthread_barrier_wait(pick()); x = 1; pthread_barrier_wait(&b);)
THREAD(second, PICK(, pthread_barrier_wait(&b);) PICK(x = 2;, ) pthread_barrier_wait(&b); PICK(, x = 2;))
MAIN(HIDE(PICK(&c, 0)) pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&c, 0, 1); START(s, first) START(t, second) WAIT(s) WAIT(t))
