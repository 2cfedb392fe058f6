// A pair of sockets hands on in both directions.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    if (recv(ends[1], &byte, 1, 0) != 1)
        return argument;
    value++;
    if (write(ends[1], "y", 1) != 1)
        return argument;
    return argument;
}

int main(void)
{
    pthread_t thread;
    char byte = 'x';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    value = 1;
    if (send(ends[0], &byte, 1, 0) != 1 || read(ends[0], &byte, 1) != 1)
        return 1;
    value++;
    pthread_join(thread, 0);
    return 0;
}
