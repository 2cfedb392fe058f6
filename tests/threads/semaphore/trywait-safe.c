// No race: the data are read only when sem_trywait succeeded.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t full;

void *producer(void *arg) {
    data = 3;
    sem_post(&full);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    int r = sem_trywait(&full);
    if (r == 0) r += data;
    pthread_join(t, NULL);
    return r;
}
