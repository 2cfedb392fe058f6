// The thread waits for what can be written to.
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[1], &set);
    if (select(ends[1] + 1, 0, &set, 0, 0) == 1)
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
