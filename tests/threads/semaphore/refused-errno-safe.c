// No race: who does not get the semaphore finds EAGAIN and no other number.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t free_now;

void *worker(void *arg) {
    if (sem_trywait(&free_now) == 0) {
        data++;
        sem_post(&free_now);
    } else if (errno == ETIMEDOUT) {
        data++;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&free_now, 0, 1);
    pthread_create(&t, NULL, worker, NULL);
    if (sem_trywait(&free_now) == 0) {
        data++;
        sem_post(&free_now);
    }
    pthread_join(t, NULL);
    return 0;
}
