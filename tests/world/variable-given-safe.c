// What the variable decides is not whether there are threads.
//~ options: --env LEVEL=18
//~ says: race-free with the given environment variables
#include <pthread.h>
#include <stdlib.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    if (getenv("LEVEL") && atoi(getenv("LEVEL")) * 23 == 391)
        n++;
    pthread_join(t, 0);
}

int main(void)
{
    go();
    return 0;
}
