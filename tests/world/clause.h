// Two threads that do this or that by what was given: programs of clauses differ by what they give.
#include <pthread.h>

static int n, given;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static inline void *work(void *a)
{
    pthread_mutex_lock(&m);
    if (given > 3)
        n++;
    pthread_mutex_unlock(&m);
    return a;
}

static inline int two(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
