// Race: volatile is not atomic.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

volatile int stop;

void *stopper(void *arg) {
    stop = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stopper, NULL);
    int seen = stop; //~ RACE
    pthread_join(t, NULL);
    return seen;
}
