// No race: main waits once for each worker.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int results[2], ids[2] = {0, 1};
sem_t done;

void *worker(void *arg) {
    int id = *(int *)arg;
    results[id] = id + 1;
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    sem_init(&done, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) sem_wait(&done);
    int sum = results[0] + results[1];
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return sum;
}
