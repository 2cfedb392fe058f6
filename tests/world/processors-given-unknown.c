// Eight of them.
//~ options: --processors 8
//~ says: with 8 processors
//~ says: no second thread was started
#include <pthread.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

int main(void)
{
    if (sysconf(_SC_NPROCESSORS_ONLN) > 64)
        go();
    return 0;
}
