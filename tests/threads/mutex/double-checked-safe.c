// No race: the first check reads an atomic, which the initialiser writes last.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int initialised;
int value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void ensure(void) {
    if (!initialised) {
        pthread_mutex_lock(&m);
        if (!initialised) {
            value = 42;
            initialised = 1;
        }
        pthread_mutex_unlock(&m);
    }
}

void *user(void *arg) {
    ensure();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return value;
}
