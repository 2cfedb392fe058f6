// together: without locks
#include "../threads.h"

static pthread_mutex_t own[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_barrier_t b;
THREAD(set, PICK(for (int i = 0; i < 2; i++) pthread_mutex_lock(&own[i]);, ) x = 1; PICK(for (int i = 2; i--;) pthread_mutex_unlock(&own[i]);, ))
static void work(int me)
{
    for (int i = 0; i < 2; i++) {
        int seen = data;
        pthread_barrier_wait(&b);
        pthread_mutex_lock(&own[me]);
        if (x) {
            pthread_mutex_unlock(&own[me]);
            break;
        }
        pthread_mutex_unlock(&own[me]);
    }
    if (me == 0)
        data = 1;
}
THREAD(first, work(0);)
THREAD(second, work(1);)
MAIN(pthread_barrier_init(&b, 0, 2); START(h, set) PICK(, WAIT(h)) START(s, first) START(t, second) WAIT(s) WAIT(t) PICK(WAIT(h), ))
