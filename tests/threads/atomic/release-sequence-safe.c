// No race: a relaxed read-modify-write of a third thread continues the release sequence.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *producer(void *arg) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return NULL;
}

void *middle(void *arg) {
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int r = 0;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, middle, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        r = data;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return r;
}
