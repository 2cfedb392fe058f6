// Race: the slot index wraps to a slot that the reader still owns.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { SLOTS = 1 };
int slots[2], sum;
sem_t full;

void *producer(void *arg) {
    for (int i = 0; i < 2; i++) {
        slots[i % SLOTS] = i + 1; //~ RACE
        sem_post(&full);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        sum += slots[i % SLOTS]; //~ RACE
    }
    pthread_join(t, NULL);
    return sum;
}
