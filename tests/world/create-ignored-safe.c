// A thread that could not be created is like one that has not begun.
//~ says: verdict: race-free (engine
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    return 0;
}
