// Race: the second thread does not wait for the lock that the first gives back after its write.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t l0 = PTHREAD_MUTEX_INITIALIZER, l1 = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t meet;

void *first(void *arg) {
    pthread_mutex_lock(&l0);
    pthread_barrier_wait(&meet);
    x = 0; //~ RACE
    pthread_mutex_unlock(&l0);
    pthread_mutex_lock(&l1);
    pthread_barrier_wait(&meet);
    pthread_mutex_unlock(&l1);
    return NULL;
}

void *second(void *arg) {
    pthread_mutex_lock(&l1);
    pthread_barrier_wait(&meet);
    pthread_mutex_unlock(&l1);
    x = 1; //~ RACE
    pthread_barrier_wait(&meet);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&meet, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
