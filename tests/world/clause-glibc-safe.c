// Threads draw random numbers, which glibc protects.
//~ says: with functions that are safe in glibc
#include <pthread.h>
#include <stdlib.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    int drawn = rand();
    pthread_mutex_lock(&m);
    n += drawn;
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
