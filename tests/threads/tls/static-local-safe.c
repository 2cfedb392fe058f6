// No race: a thread-local static local is one object per thread.
#include <pthread.h>
#include <stddef.h>

static int next(void) {
    static __thread int n;
    return ++n;
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
