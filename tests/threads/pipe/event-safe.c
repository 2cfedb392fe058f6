// Whoever reads an event comes after who added to it.
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
        value++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    event = eventfd(0, 0);
    if (event < 0 || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1;
    if (eventfd_write(event, 3))
        return 1;
    pthread_join(thread, 0);
    return 0;
}
