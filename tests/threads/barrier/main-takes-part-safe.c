// No race: main meets the others at the barrier before it reads.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_barrier_t b;

void *worker(void *arg) {
    x = 1;
    pthread_barrier_wait(&b);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&b);
    int r = x;
    pthread_join(t, NULL);
    return r;
}
