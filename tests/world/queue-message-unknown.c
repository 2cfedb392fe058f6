// A message that arrives is written to where a thread writes, and runs only see that none does.
#define _GNU_SOURCE
#include <pthread.h>
#include <mqueue.h>

static char message[99];

static void *work(void *argument)
{
    message[0] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    mq_receive(3, message, sizeof message, 0);
    pthread_join(thread, 0);
    return 0;
}
