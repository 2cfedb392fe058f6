// Race: the lock is released before the update.
#include <pthread.h>
#include <stddef.h>

int lock, x;

void *worker(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1)) ;
    __sync_lock_release(&lock);
    x++; //~ RACE
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
