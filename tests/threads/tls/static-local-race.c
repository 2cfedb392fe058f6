// Race: a static local variable is one object for all threads.
#include <pthread.h>
#include <stddef.h>

static int next(void) {
    static int n;
    return ++n; //~ RACE
}

void *worker(void *arg) {
    return next() ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return next();
}
