// Race: the early return forgets that the caller writes under the assumption of a lock.
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
    x = 1; //~ RACE
    if (entered) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 2; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return x;
}
