// The last byte is read before the pipe is closed.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    while (read(ends[0], &byte, 1) > 0)
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    if (write(ends[1], "ab", 2) != 2)
        return 1;
    value = 1; //~ RACE
    close(ends[1]);
    pthread_join(thread, 0);
    return 0;
}
