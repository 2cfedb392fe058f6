// Threads created in a loop over a long and joined in a loop over an int.
#include <pthread.h>

int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return total;
}
