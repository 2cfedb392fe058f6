// Functions that `fork` calls matter to programs that call it.
#include <pthread.h>

static int shared;

static void before(void)
{
    shared++;
}

static void *work(void *argument)
{
    shared++;
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_atfork(before, 0, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return shared;
}
