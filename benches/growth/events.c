// Two threads with nine operations each on one object: 48,620 executions, whose last ten events differ mostly.
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
static atomic_int counter;
#define COUNT counter++
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
#define COUNT (pthread_mutex_lock(&mutex), counter++, pthread_mutex_unlock(&mutex))
#endif

static void *work(void *unused)
{
    for (int i = 0; i < 9; i++)
        COUNT;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    return 0;
}
