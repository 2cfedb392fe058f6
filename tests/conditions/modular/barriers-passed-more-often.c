// barriers: passed more often
#include "../threads.h"

static pthread_barrier_t b;
THREAD(first, x = 1; pthread_barrier_wait(&b); pthread_barrier_wait(&b);)
THREAD(second, pthread_barrier_wait(&b); PICK(, x = 2;) pthread_barrier_wait(&b); PICK(, x = 3;))
THREAD(third, pthread_barrier_wait(&b); pthread_barrier_wait(&b); PICK(x = 2;, ))
THREAD(fourth, pthread_barrier_wait(&b); pthread_barrier_wait(&b); PICK(x = 3;, ))
MAIN(pthread_barrier_init(&b, 0, 4); START(s, first) START(t, second) START(u, third) START(v, fourth) WAIT(s) WAIT(t) WAIT(u) WAIT(v))
