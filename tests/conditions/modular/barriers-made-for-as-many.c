// barriers: made for as many
#include "../threads.h"

static pthread_barrier_t b;
THREAD(first, x = 1; pthread_barrier_wait(&b);)
THREAD(second, pthread_barrier_wait(&b); x = 2;)
THREAD(third, pthread_barrier_wait(&b);)
MAIN(pthread_barrier_init(&b, 0, PICK(2, 3)); START(s, first) START(t, second) START(u, third) WAIT(s) WAIT(t) WAIT(u))
