// Race: the condition variable is made again, which writes it, before who was woken has left it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *await(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!is_ready)
        pthread_cond_wait(&ready, &mutex); //~ RACE
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
    pthread_cond_init(&ready, 0); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
