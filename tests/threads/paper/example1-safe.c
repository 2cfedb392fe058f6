// Safe: both critical sections are of one lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER, l2 = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    pthread_mutex_lock(&l1);
    x = 1;
    pthread_mutex_unlock(&l1);
    return NULL;
}

void *second(void *arg) {
    pthread_mutex_lock(&l1);
    x = 2;
    pthread_mutex_unlock(&l1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&l2);
    return x;
}
