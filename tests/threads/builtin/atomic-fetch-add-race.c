// Race: one of the two additions is not atomic.
#include <pthread.h>
#include <stddef.h>

int x;

void *worker(void *arg) {
    __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x += 1; //~ RACE
    pthread_join(t, NULL);
    return x;
}
