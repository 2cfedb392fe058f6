// Without the mutex there is no thread.
//~ says: verdict: race-free (engine
#include <pthread.h>

static int n, has_lock;
static pthread_mutex_t m;

static void *work(void *a)
{
    if (has_lock)
        pthread_mutex_lock(&m);
    n++;
    if (has_lock)
        pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t;
    has_lock = 1;
    if (pthread_mutex_init(&m, NULL))
        return 1;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
