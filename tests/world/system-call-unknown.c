// A system call of which nothing is known may write what it gets the address of, here beside the thread.
//~ says: `syscall 425`
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int shared[2];

static void *work(void *argument)
{
    shared[0]++;
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    syscall(425, 8, shared);
    pthread_join(t, 0);
    return shared[1];
}
