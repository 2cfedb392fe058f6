// Race: one of the two threads forgets the lock.
#include <pthread.h>
#include <stddef.h>

int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *careful(void *arg) {
    pthread_mutex_lock(&m);
    counter++; //~ RACE
    pthread_mutex_unlock(&m);
    return NULL;
}

void *careless(void *arg) {
    counter++; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, careful, NULL);
    pthread_create(&b, NULL, careless, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter;
}
