// No race: each thread has its own counter.
#include <pthread.h>
#include <stddef.h>

static _Thread_local int counter;

void *worker(void *arg) {
    counter++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter;
}
