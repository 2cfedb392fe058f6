// No race: a second barrier ends the first phase.
#include <pthread.h>
#include <stddef.h>

int cells[2], ids[2] = {0, 1};
pthread_barrier_t b;

void *worker(void *arg) {
    int id = *(int *)arg;
    cells[id] = id + 1;
    pthread_barrier_wait(&b);
    int other = cells[1 - id];
    pthread_barrier_wait(&b);
    cells[id] = other;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return cells[0];
}
