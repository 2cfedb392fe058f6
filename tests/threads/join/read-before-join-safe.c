// No race: the result is read after the thread is joined.
#include <pthread.h>
#include <stddef.h>

int result;

void *compute(void *arg) {
    result = 42;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, compute, NULL);
    pthread_join(t, NULL);
    int r = result;
    return r == 42;
}
