// A thread that waits for a semaphore which nobody posts ends when it is canceled.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int value;

static void *work(void *argument)
{
    value = 1;
    sem_wait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    pthread_cancel(thread);
    pthread_join(thread, 0);
    value++;
    return 0;
}
