// With this one there is no second thread, which is no proof.
//~ options: --env LEVEL=18
//~ says: no second thread was started
#include <pthread.h>
#include <stdlib.h>

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
    const char *level = getenv("LEVEL");
    if (level && atoi(level) * 23 == 391)
        go();
    return 0;
}
