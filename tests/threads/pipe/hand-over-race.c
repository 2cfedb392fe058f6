// What is written after the byte was sent is written beside who received it.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *work(void *argument)
{
    char byte;
    if (read(ends[0], &byte, 1) == 1)
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    char byte = 'x';
    if (pipe(ends) || pthread_create(&thread, 0, work, 0))
        return 1;
    if (write(ends[1], &byte, 1) != 1)
        return 1;
    value = 1; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
