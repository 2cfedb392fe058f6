// Race: atomic_init is not atomic, and another thread may already store.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int a;

void *worker(void *arg) {
    atomic_store(&a, 1); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_init(&a, 0); //~ RACE
    pthread_join(t, NULL);
    return a;
}
