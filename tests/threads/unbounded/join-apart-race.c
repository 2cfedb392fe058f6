// Threads created one by one and joined in a loop; the handle of the first is overwritten.
#include <pthread.h>

int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    total++; //~ RACE
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, worker, 0);
    pthread_create(&threads[0], 0, worker, 0);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], 0);
    return total; //~ RACE
}
