// No race: the semaphore orders what a join could not.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int x;
sem_t done;

void *background(void *arg) {
    x = 7;
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, background, NULL);
    pthread_detach(t);
    sem_wait(&done);
    int r = x;
    return r;
}
