// The copy is the last descriptor that writes, and it is closed too early.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    while (read(ends[0], &byte, 1) > 0)
        ;
    value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    int copy;
    if (pipe(ends) || (copy = dup(ends[1])) < 0 || pthread_create(&thread, 0, work, 0))
        return 1;
    close(ends[1]);
    close(copy);
    value = 1; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
