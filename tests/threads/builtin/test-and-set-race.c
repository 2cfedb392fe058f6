// Race: __atomic_clear is relaxed.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

bool lock;
int x;

void *worker(void *arg) {
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) ;
    x++; //~ RACE
    __atomic_clear(&lock, __ATOMIC_RELAXED);
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
