// Race: main waits for one of the two workers and reads the results of both.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int results[2], ids[2] = {0, 1};
sem_t done;

void *worker(void *arg) {
    int id = *(int *)arg;
    results[id] = id + 1; //~ RACE
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    sem_init(&done, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 1; i++) sem_wait(&done);
    int sum = results[0] + results[1]; //~ RACE
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return sum;
}
