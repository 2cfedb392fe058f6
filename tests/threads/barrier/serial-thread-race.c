// Race: every thread sets the total after the barrier.
#include <pthread.h>
#include <stddef.h>

int total = 3;
pthread_barrier_t b;

void *worker(void *arg) {
    int serial = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    total = serial; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return total;
}
