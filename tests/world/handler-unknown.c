// A signal may arrive before the flag is read, unless the handler is that of nobody.
//~ says: without signals from elsewhere
#include <pthread.h>
#include <signal.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}

static volatile sig_atomic_t got;

static void handle(int number)
{
    got = number;
}

int main(void)
{
    signal(SIGUSR1, handle);
    go();
    return got;
}
