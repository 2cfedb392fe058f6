// Without the mutex nothing is protected.
//~ says: failing at line 21
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
    has_lock = !pthread_mutex_init(&m, NULL);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
