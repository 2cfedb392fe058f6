// The system may refuse to give a thread another priority, and both threads write then.
#include <pthread.h>
#include <sched.h>

static int n;

static void *work(void *a)
{
    struct sched_param p = {.sched_priority = 1};
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &p) != 0)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
