// No race: the failure order is acquire.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int state;

void *producer(void *arg) {
    data = 1;
    atomic_store_explicit(&state, 5, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t;
    int expected = 9, r = 0;
    pthread_create(&t, NULL, producer, NULL);
    atomic_compare_exchange_strong_explicit(&state, &expected, 1, memory_order_acquire, memory_order_acquire);
    if (expected == 5) r = data;
    pthread_join(t, NULL);
    return r;
}
