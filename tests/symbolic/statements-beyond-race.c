// A thread has more visible statements than formulas: the race is among the first ones.
#include <pthread.h>

int x, y;

static void *work(void *arg)
{
    x = 1; //~ RACE
    for (int i = 0; i < 1000; i++)
        y += i;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2; //~ RACE
    pthread_join(t, 0);
    return 0;
}
