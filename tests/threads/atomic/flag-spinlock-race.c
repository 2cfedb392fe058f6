// Race: the clear is relaxed, so the next owner is not ordered after this one.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x;
atomic_flag lock = ATOMIC_FLAG_INIT;

void *worker(void *arg) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) ;
    x++; //~ RACE
    atomic_flag_clear_explicit(&lock, memory_order_relaxed);
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
