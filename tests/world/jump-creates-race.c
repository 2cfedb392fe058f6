// A jump ends where a thread is started.
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static int seen;

static void *work(void *argument)
{
    seen++;
    return argument;
}

static void leave(int value)
{
    seen = value;
    longjmp(place, 1);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (setjmp(place) == 0)
        leave(argc);
    pthread_t thread;
    if (argc > 1 && !pthread_create(&thread, 0, work, 0))
        printf("%d\n", seen);
    return 0;
}
