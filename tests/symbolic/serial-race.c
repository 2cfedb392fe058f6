// Where one of those who meet is the serial thread, the other is not.
#include <pthread.h>

pthread_barrier_t barrier;
int shared;

static void *chooser(void *argument)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        shared = 1; //~ RACE
    return 0;
}

static void *writer(void *argument)
{
    if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
        shared = 2; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return shared;
}
