// No race: the update is made only with the lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *patient(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return NULL;
}

void *impatient(void *arg) {
    int held = pthread_mutex_trylock(&m) == 0;
    if (held) x++;
    if (held) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, patient, NULL);
    pthread_create(&b, NULL, impatient, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
