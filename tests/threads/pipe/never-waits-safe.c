// Only who has got the byte goes on.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
    if (read(ends[0], &byte, 1) == 1)
        value++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1;
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, 0);
    return 0;
}
