// A signed number that overflows steers the threads.
//~ says: provided that signed overflow wraps around
#include <limits.h>
#include <pthread.h>

static int n, limit = INT_MAX;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    if (limit + 1 < limit)
        pthread_mutex_lock(&m);
    n++;
    if (limit + 1 < limit)
        pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
