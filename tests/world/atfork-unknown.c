// `fork` calls a function that counts what the thread counts.
//~ says: functions that `fork` calls are not modelled
#include <pthread.h>
#include <unistd.h>

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
    if (fork() == 0)
        _exit(0);
    pthread_join(t, 0);
    return 0;
}
