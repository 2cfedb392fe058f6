// The threads that race are created behind those that formulas have, so nothing is proved.
//~ unknown: more than 12 creations of threads
#include <pthread.h>

int x;

static void *work(void *arg)
{
    x = 1;
    return arg;
}

static void *idle(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t, u;
    for (int i = 0; i < 40; i++) {
        pthread_create(&u, 0, idle, 0);
        pthread_join(u, 0);
    }
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
