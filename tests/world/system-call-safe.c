// A system call of which nothing is known may write what it gets the address of, here before the thread is made.
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

    if (syscall(425, 8, shared) < 0)
        shared[1] = 1;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return shared[1];
}
