// Race: main adds without __sync.
#include <pthread.h>
#include <stddef.h>

long x;

void *worker(void *arg) {
    __sync_fetch_and_add(&x, 2); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x -= 1; //~ RACE
    pthread_join(t, NULL);
    return x;
}
