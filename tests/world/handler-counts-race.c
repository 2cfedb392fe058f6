// A handler that stores to an atomic object and counts, beside a thread that does, too.
//~ says: with signals =
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int n;
static atomic_int stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number)
{
    atomic_store(&stop, number);
    n++;
}

static void *work(void *a)
{
    if (!atomic_load(&stop)) {
        pthread_mutex_lock(&m);
        n++;
        pthread_mutex_unlock(&m);
    }
    return a;
}

int main(void)
{
    pthread_t t;
    signal(SIGINT, handle);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
