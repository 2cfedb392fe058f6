// rounds-alike: barriers are alike
#include "../threads.h"

static pthread_barrier_t b, c;
static int next = 2, after = 2;
static void work(int me)
{
    do {
        pthread_barrier_wait(&b);
        if (me == 0)
            data = 1;
        pthread_barrier_wait(&c);
        if (me == 1)
            data = 2;
        pthread_barrier_wait(&b);
        if (me == 0) {
            *(int *)&c = next;
            next = after;
            after = PICK(1, 2);
        }
        LOCK
        x = 2 * x + me;
        UNLOCK
        pthread_barrier_wait(&b);
    } while (x % 8 < 5);
}
THREAD(first, work(0);)
THREAD(second, work(1);)
MAIN(pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&c, 0, 2); START(s, first) START(t, second) WAIT(s) WAIT(t))
