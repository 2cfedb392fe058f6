// No race: atomic_init happens before the thread is created.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int a;

void *worker(void *arg) {
    atomic_store(&a, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_init(&a, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return a;
}
