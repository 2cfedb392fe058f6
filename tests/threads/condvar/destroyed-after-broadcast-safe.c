// Nobody is blocked any more after the broadcast, so that the condition variable may be destroyed.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *await(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!is_ready)
        pthread_cond_wait(&ready, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, await, 0);
    pthread_mutex_lock(&mutex);
    is_ready = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&ready);
    pthread_join(thread, 0);
    return 0;
}
