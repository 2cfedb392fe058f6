// Race: each thread holds a lock, but not the same one.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1; //~ RACE
    pthread_mutex_unlock(&m);
    return NULL;
}

void *second(void *arg) {
    pthread_mutex_lock(&n);
    x = 2; //~ RACE
    pthread_mutex_unlock(&n);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&n);
    return x;
}
