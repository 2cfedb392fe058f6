// Race: the middle thread passes the word on with a relaxed store, which breaks the chain.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int first, second;

void *producer(void *arg) {
    data = 1; //~ RACE
    atomic_store_explicit(&first, 1, memory_order_release);
    return NULL;
}

void *middle(void *arg) {
    if (atomic_load_explicit(&first, memory_order_acquire))
        atomic_store_explicit(&second, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int r = 0;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, middle, NULL);
    if (atomic_load_explicit(&second, memory_order_acquire))
        r = data; //~ RACE
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return r;
}
