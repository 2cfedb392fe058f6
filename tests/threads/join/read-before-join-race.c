// Race: the result is read before the thread is joined.
#include <pthread.h>
#include <stddef.h>

int result;

void *compute(void *arg) {
    result = 42; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, compute, NULL);
    int r = result; //~ RACE
    pthread_join(t, NULL);
    return r == 42;
}
