// No race: __sync_lock_test_and_set acquires, __sync_lock_release releases.
#include <pthread.h>
#include <stddef.h>

int lock, x;

void *worker(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1)) ;
    x++;
    __sync_lock_release(&lock);
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
