// No race: success is acquire; failure may be relaxed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x;
atomic_int lock;

static int try_lock(void) {
    int free = 0;
    return atomic_compare_exchange_strong_explicit(&lock, &free, 1, memory_order_acquire, memory_order_relaxed);
}

void *worker(void *arg) {
    if (try_lock()) {
        x++;
        atomic_store_explicit(&lock, 0, memory_order_release);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
