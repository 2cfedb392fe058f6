// A signal that is ignored calls nobody.
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

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    go();
    return 0;
}
