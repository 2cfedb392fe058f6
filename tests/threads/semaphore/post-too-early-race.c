// Race: the post comes before the write that it should announce.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t full;

void *producer(void *arg) {
    sem_post(&full);
    data = 3; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    sem_wait(&full);
    int r = data; //~ RACE
    pthread_join(t, NULL);
    return r;
}
