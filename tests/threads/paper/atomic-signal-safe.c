// Safe: the second thread waits for the flag.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x;
atomic_int s;

void *first(void *arg) {
    x = 1;
    atomic_store(&s, 1);
    return NULL;
}

void *second(void *arg) {
    int done = 0;
    while (!done)
        done = atomic_load(&s);
    x = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
