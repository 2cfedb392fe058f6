// Race: a plain flag is no once control.
#include <pthread.h>
#include <stddef.h>

int config;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    if (config == 0) config = 4; //~ RACE
}

void *user(void *arg) {
    initialise();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_once(&once, initialise);
    return config;
}
