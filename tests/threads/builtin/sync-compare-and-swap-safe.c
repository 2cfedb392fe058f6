// No race: the old value comes from the atomic operation.
#include <pthread.h>
#include <stddef.h>

int x;

static int add(void) {
    int old = __sync_val_compare_and_swap(&x, 0, 0);
    return __sync_bool_compare_and_swap(&x, old, old + 1);
}

void *worker(void *arg) {
    while (!add()) ;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
