// No race: an atomic counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int counter;

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
