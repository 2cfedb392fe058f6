// A root is exact: it decides whether a variable is written.
//~ lacks: with the last digits that mathematical functions have here
#include <pthread.h>
#include <math.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    if (sqrt(0.5) > 0.7)
        n++;
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
