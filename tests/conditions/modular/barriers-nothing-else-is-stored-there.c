// barriers: nothing else is stored there
// of: x
#include "../threads.h"

static pthread_barrier_t b, c;
THREAD(first, pthread_barrier_wait(&b); x = 1;)
THREAD(second, x = 2; pthread_barrier_wait(&b);)
MAIN(pthread_barrier_init(&c, 0, 1); pthread_barrier_init(&b, 0, 2); PICK(memcpy(&b, &c, sizeof b);, memset(&c, 0, sizeof c);)
    START(s, first) START(t, second) WAIT(s) WAIT(t))
