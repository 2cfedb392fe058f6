// No race: whoever returns from pthread_once sees the initialisation.
#include <pthread.h>
#include <stddef.h>

int config, seen;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    config = 8;
}

void *first(void *arg) {
    pthread_once(&once, initialise);
    return NULL;
}

void *second(void *arg) {
    pthread_once(&once, initialise);
    seen = config;
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
