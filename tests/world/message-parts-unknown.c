// What a message leads to by two steps is written where one arrives.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

static char bytes[64];
static struct iovec part = { bytes, sizeof bytes };
static struct msghdr message;

static void *work(void *argument)
{
    recvmsg(0, &message, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    pthread_create(&thread, 0, work, 0);
    bytes[0] = 2;
    pthread_join(thread, 0);
    return 0;
}
