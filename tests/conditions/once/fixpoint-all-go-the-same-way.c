// fixpoint: all go the same way
#include "../threads.h"

static pthread_barrier_t b;
static int y;
static void work(int me)
{
    int mask = 1;
    PICK(LOCK mask = y; if (me == 1) y = 1; UNLOCK, )
    for (int i = 0; i < 2; i++) {
        int seen = data;
        pthread_barrier_wait(&b);
        LOCK
        x = 2 * x + me;
        UNLOCK
        pthread_barrier_wait(&b);
        if (mask < x)
            break;
    }
    if (me == 0)
        data = 1;
}
THREAD(first, work(0);)
THREAD(second, work(1);)
MAIN(pthread_barrier_init(&b, 0, 2); START(s, first) START(t, second) WAIT(s) WAIT(t))
