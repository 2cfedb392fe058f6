// Race: two free slots are promised where there is one.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int slot, sum;
sem_t empty, full;

void *producer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        slot = i; //~ RACE
        sem_post(&full);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&empty, 0, 2);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        sum += slot; //~ RACE
        sem_post(&empty);
    }
    pthread_join(t, NULL);
    return sum;
}
