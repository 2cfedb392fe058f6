// Numbers are computed as `double`.
//~ lacks: with `long double` as `double`
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double third = 1.0 / 3;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    if (third * 3 == 1)
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
