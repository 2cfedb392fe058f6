// A signal that arrives where an argument asks for its handler starts a thread, which races with the handler.
#include <pthread.h>
#include <signal.h>

static int shared;

static void *work(void *argument)
{
    shared++;
    return argument;
}

static void handle(int number)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    shared = number;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        signal(SIGINT, handle);
    return 0;
}
