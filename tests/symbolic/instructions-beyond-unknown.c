// What a thread does behind more instructions than are followed may race.
//~ unknown: more than 400000 instructions of a thread
#include <pthread.h>

int x;

static void *work(void *arg)
{
    long sum = 0;
    for (int i = 0; i < 19000; i++)
        for (int j = 0; j < 10; j++)
            sum += i;
    x = 1;
    return sum ? arg : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
