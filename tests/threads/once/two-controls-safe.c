// No race: one control runs it once.
#include <pthread.h>
#include <stddef.h>

int config;
pthread_once_t controls[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};

static void initialise(void) {
    config += 8;
}

void *user(void *arg) {
    pthread_once_t *control = arg;
    pthread_once(control, initialise);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, &controls[0]);
    pthread_create(&b, NULL, user, &controls[0]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return config;
}
