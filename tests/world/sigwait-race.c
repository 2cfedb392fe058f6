// A signal that is waited for.
//~ says: with signals =
#include <pthread.h>
#include <signal.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    sigset_t set;
    pthread_t t;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    if (sigwait(&set, &number) != 0 || number != SIGINT)
        return 1;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
