// A barrier is made again before another thread may come to it.
#include <pthread.h>

static pthread_barrier_t both;

static void *meet(void *given)
{
    pthread_barrier_wait(&both);
    return given;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&both, 0, 2);
    pthread_barrier_init(&both, 0, 2);
    pthread_create(&thread, 0, meet, 0);
    pthread_barrier_wait(&both);
    pthread_join(thread, 0);
    return 0;
}
