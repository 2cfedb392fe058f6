// A counter under a lock gives every thread an element of its own.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int next, cells[3];

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    int i = next;
    next = i + 1;
    pthread_mutex_unlock(&mutex);
    if (i < 3)
        cells[i] = i;
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
