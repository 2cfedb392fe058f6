// Race: the release fence is before the write that it should publish.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *producer(void *arg) {
    atomic_thread_fence(memory_order_release);
    data = 1; //~ RACE
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        r = data; //~ RACE
    pthread_join(t, NULL);
    return r;
}
