// Reading gives an error where there is nothing yet, which is taken for a byte.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
    if (read(ends[0], &byte, 1))
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1; //~ RACE
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, 0);
    return 0;
}
