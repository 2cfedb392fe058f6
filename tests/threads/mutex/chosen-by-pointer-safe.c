// No race: both pointers lead to one mutex.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_t *lock = arg;
    pthread_mutex_lock(lock);
    x++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &m);
    pthread_create(&b, NULL, worker, &m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&n);
    return x;
}
