// Race: the asm between the load and the read is no fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *producer(void *arg) {
    data = 1; //~ RACE
    __asm__ __volatile__("sfence" ::: "memory");
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        __asm__ __volatile__("" ::: "memory");
        r = data; //~ RACE
    }
    pthread_join(t, NULL);
    return r;
}
