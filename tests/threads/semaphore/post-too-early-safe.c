// No race: the post comes after the write.
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
    sem_wait(&full);
    int r = data;
    pthread_join(t, NULL);
    return r;
}
