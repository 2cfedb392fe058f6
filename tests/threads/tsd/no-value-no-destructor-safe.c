// No race: a thread whose value is null has no destructor run.
#include <pthread.h>
#include <stddef.h>

int destroyed, token;
pthread_key_t key;

static void destroy(void *value) {
    destroyed++;
}

void *worker(void *arg) {
    pthread_setspecific(key, arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, worker, &token);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return destroyed;
}
