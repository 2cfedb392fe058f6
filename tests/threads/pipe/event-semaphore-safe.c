// Each thread waits for one of the two that are added at the end.
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;
static int value;

static void *work(void *argument)
{
    uint64_t count;
    if (read(event, &count, sizeof count) == sizeof count)
        *(int *)argument = value;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int results[2];
    event = eventfd(0, EFD_SEMAPHORE);
    if (event < 0 || pthread_create(&threads[0], 0, work, &results[0]) ||
        pthread_create(&threads[1], 0, work, &results[1]))
        return 1;
    value = 1;
    eventfd_write(event, 2);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
