// barriers: made while alone
// of: x
#include "../threads.h"

static pthread_barrier_t b;
THREAD(first, pthread_barrier_wait(&b); x = 1;)
THREAD(second, x = 2; pthread_barrier_wait(&b);)
THREAD(third, )
MAIN(PICK(, pthread_barrier_init(&b, 0, 2);) START(u, PICK(second, third)) PICK(pthread_barrier_init(&b, 0, 2);, ) START(s, first) PICK(, START(t, second)))
