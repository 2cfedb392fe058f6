// No race: both hold the shared fork when they eat.
#include <pthread.h>
#include <stddef.h>

int plate;
pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *first(void *arg) {
    pthread_mutex_lock(&forks[0]);
    pthread_mutex_lock(&forks[1]);
    plate++;
    pthread_mutex_unlock(&forks[1]);
    pthread_mutex_unlock(&forks[0]);
    return NULL;
}

void *second(void *arg) {
    pthread_mutex_lock(&forks[1]);
    plate--;
    pthread_mutex_unlock(&forks[1]);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return plate;
}
