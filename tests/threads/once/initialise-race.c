// Race: the second thread reads the configuration without going through pthread_once.
#include <pthread.h>
#include <stddef.h>

int config, seen;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    config = 8; //~ RACE
}

void *first(void *arg) {
    pthread_once(&once, initialise);
    return NULL;
}

void *second(void *arg) {
    seen = config; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen;
}
