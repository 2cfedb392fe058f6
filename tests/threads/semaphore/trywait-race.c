// Race: the result of sem_trywait is ignored.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t full;

void *producer(void *arg) {
    data = 3; //~ RACE
    sem_post(&full);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    int r = sem_trywait(&full);
    r += data; //~ RACE
    pthread_join(t, NULL);
    return r;
}
