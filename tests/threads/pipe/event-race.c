// An event that already counts one orders nothing.
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
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    event = eventfd(1, 0);
    if (event < 0 || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1; //~ RACE
    if (eventfd_write(event, 3))
        return 1;
    pthread_join(thread, 0);
    return 0;
}
