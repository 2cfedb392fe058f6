// A function that `fork` calls runs in the thread that forks.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int shared;

static void prepare(void)
{
    shared = 1;
}

static void *work(void *argument)
{
    if (fork() < 0)
        return 0;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_atfork(prepare, 0, 0);
    pthread_create(&thread, 0, work, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
