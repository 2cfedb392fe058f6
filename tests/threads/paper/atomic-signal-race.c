// Race: the second thread looks at the flag once and goes on in any case.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x;
atomic_int s;

void *first(void *arg) {
    x = 1; //~ RACE
    atomic_store(&s, 1);
    return NULL;
}

void *second(void *arg) {
    int done = 0;
    if (!done)
        done = atomic_load(&s);
    x = 2; //~ RACE
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
