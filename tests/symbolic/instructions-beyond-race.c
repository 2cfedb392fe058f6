// One thread computes for longer than formulas follow it: the race is one of others.
#include <pthread.h>

int x;

static void *slow(void *arg)
{
    long sum = 0;
    for (int i = 0; i < 19000; i++)
        for (int j = 0; j < 10; j++)
            sum += i;
    return sum ? arg : 0;
}

static void *work(void *arg)
{
    x = 1; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&u, 0, slow, 0);
    pthread_create(&t, 0, work, 0);
    x = 2; //~ RACE
    pthread_join(t, 0);
    return 0;
}
