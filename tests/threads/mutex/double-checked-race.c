// Race: the first check reads a plain variable without the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int initialised;
int value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void ensure(void) {
    if (!initialised) { //~ RACE
        pthread_mutex_lock(&m);
        if (!initialised) {
            value = 42;
            initialised = 1; //~ RACE
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
