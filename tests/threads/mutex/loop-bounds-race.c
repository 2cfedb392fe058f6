// Race: the last iteration is made after the locked loop.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    int i = 0;
    for (; i < 1; i++) {
        pthread_mutex_lock(&m);
        x += 1;
        pthread_mutex_unlock(&m);
    }
    if (i < 2) x += 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x += 10; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
