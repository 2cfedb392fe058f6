// Threads created in one loop and joined in another.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

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
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    pthread_t *threads = malloc(n * sizeof(pthread_t));
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    free(threads);
    return total != n;
}
