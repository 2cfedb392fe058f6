// The handler of a canceled thread runs beside the one that canceled it.
#include <pthread.h>
#include <unistd.h>

static int left;

static void leave(void *argument)
{
    left = *(int *)argument; //~ RACE
}

static void *work(void *argument)
{
    pthread_cleanup_push(leave, argument);
    for (;;)
        sleep(1);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int value = 1;
    if (pthread_create(&thread, 0, work, &value))
        return 1;
    pthread_cancel(thread);
    return left; //~ RACE
}
