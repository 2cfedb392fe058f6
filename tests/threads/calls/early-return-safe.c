// No race: the callee reports that it has no lock, and the caller obeys.
#include <pthread.h>
#include <stddef.h>

int x, busy = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int enter(void) {
    if (busy) return 0;
    pthread_mutex_lock(&m);
    return 1;
}

void *worker(void *arg) {
    int entered = enter();
    if (entered) x = 1;
    if (entered) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
