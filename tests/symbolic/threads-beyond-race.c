// More threads are created than formulas have: the race of the first ones is found beside that.
#include <pthread.h>

int x;

static void *work(void *arg)
{
    x = 1; //~ RACE
    return arg;
}

static void *idle(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    x = 2; //~ RACE
    pthread_join(t, 0);
    for (int i = 0; i < 40; i++) {
        pthread_create(&u, 0, idle, 0);
        pthread_join(u, 0);
    }
    return 0;
}
