// A handler may run in any thread, also beside what another one does.
//~ says: and when a thread starts
#include <pthread.h>
#include <signal.h>

static int got;

static void handle(int number)
{
    got = number;
}

static void *work(void *a)
{
    return a;
}

int main(void)
{
    pthread_t t;
    int seen;
    signal(SIGUSR1, handle);
    pthread_create(&t, 0, work, 0);
    seen = got;
    pthread_join(t, 0);
    return seen;
}
