// Race: main is not one of the threads that meet at the barrier.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_barrier_t b;

void *worker(void *arg) {
    x = 1; //~ RACE
    pthread_barrier_wait(&b);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&b);
    int r = x; //~ RACE
    pthread_join(t, NULL);
    return r;
}
