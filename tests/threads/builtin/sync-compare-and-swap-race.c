// Race: the old value is read plainly.
#include <pthread.h>
#include <stddef.h>

int x;

static int add(void) {
    int old = x; //~ RACE
    return __sync_bool_compare_and_swap(&x, old, old + 1); //~ RACE
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
