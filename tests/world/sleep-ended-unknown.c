// A handler may end a sleep, and both threads write then.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void handle(int number)
{
    (void)number;
}

static int n;

static void *work(void *a)
{
    if (usleep(100) != 0)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
