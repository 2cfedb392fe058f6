// Who has locked a file is written to a record that a thread writes.
#define _GNU_SOURCE
#include <pthread.h>
#include <fcntl.h>

static struct flock record;

static void *work(void *argument)
{
    record.l_pid = 4;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    fcntl(0, F_GETLK, &record);
    pthread_join(thread, 0);
    return 0;
}
