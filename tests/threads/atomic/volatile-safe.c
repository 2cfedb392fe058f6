// No race: an atomic flag.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int stop;

void *stopper(void *arg) {
    stop = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stopper, NULL);
    int seen = stop;
    pthread_join(t, NULL);
    return seen;
}
