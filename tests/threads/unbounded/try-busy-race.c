// A lock that was busy is not held.
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;

static void *worker(void *argument)
{
    int result = pthread_mutex_trylock(&mutex);
    if (result == EINVAL)
        pthread_mutex_lock(&mutex);
    total++; //~ RACE
    if (result == 0 || result == EINVAL)
        pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
