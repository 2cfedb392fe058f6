// Race: each thread reads its neighbour's cell before the barrier.
#include <pthread.h>
#include <stddef.h>

int cells[2], sums[2], ids[2] = {0, 1};
pthread_barrier_t b;

void *worker(void *arg) {
    int id = *(int *)arg;
    cells[id] = id + 1; //~ RACE
    sums[id] = cells[1 - id]; //~ RACE
    pthread_barrier_wait(&b);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    pthread_barrier_destroy(&b);
    return sums[0] + sums[1];
}
