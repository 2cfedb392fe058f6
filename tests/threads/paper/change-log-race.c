// Race: one thread locks only after its write.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    x = 1; //~ RACE
    pthread_mutex_lock(&l);
    pthread_mutex_unlock(&l);
    return NULL;
}

void *second(void *arg) {
    x = 2; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
