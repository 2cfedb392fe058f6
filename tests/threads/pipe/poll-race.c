// A time-out is taken for a byte.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];
static int value;

static void *work(void *argument)
{
    struct pollfd all[2] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}};
    if (poll(all, 2, 1000) >= 0)
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pipe(first) || pipe(second) || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1; //~ RACE
    if (write(second[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, 0);
    return 0;
}
