// A handler that is the only one to write an object may still run in two threads at once.
//~ says: with signals =
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int n, last;
static atomic_int stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number)
{
    atomic_store(&stop, 1);
    last = number;
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
    pthread_t t, u;
    signal(SIGINT, handle);
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
