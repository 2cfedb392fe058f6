// A signal that arrives before the flag is read.
//~ says: with signals = "as soon as their handlers are set
#include <pthread.h>
#include <signal.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

static volatile sig_atomic_t got;

static void handle(int number)
{
    got = 1;
}

int main(void)
{
    signal(SIGUSR1, handle);
    if (got)
        go();
    return 0;
}
