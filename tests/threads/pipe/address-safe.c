// The address of a variable goes through the pipe, and with it the right to use it.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *work(void *argument)
{
    int *place;
    if (read(ends[0], &place, sizeof place) == sizeof place)
        *place = 2;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value = 1, *place = &value;
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    if (write(ends[1], &place, sizeof place) != sizeof place)
        return 1;
    pthread_join(thread, 0);
    return value;
}
