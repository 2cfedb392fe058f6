// barriers: whole object
// of: x
#include "../threads.h"

static char bytes[128];
#define B(at) ((pthread_barrier_t *)(bytes + at))
THREAD(first, pthread_barrier_wait(B(0)); x = 1;)
THREAD(second, x = 2; pthread_barrier_wait(B(0));)
MAIN(pthread_barrier_init(B(0), 0, 2); pthread_barrier_init(B(PICK(4, 64)), 0, 1); START(s, first) START(t, second) WAIT(s) WAIT(t))
