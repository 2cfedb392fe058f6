// No race: both additions are atomic.
#include <pthread.h>
#include <stddef.h>

int x;

void *worker(void *arg) {
    __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __atomic_add_fetch(&x, 1, __ATOMIC_RELAXED);
    pthread_join(t, NULL);
    return x;
}
