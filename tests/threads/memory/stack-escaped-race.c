// Race: the thread writes its local variable after it has published the address.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int *published;
sem_t shown, finished;

void *owner(void *arg) {
    int local = 0;
    published = &local;
    sem_post(&shown);
    local = 1; //~ RACE
    sem_wait(&finished);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&shown, 0, 0);
    sem_init(&finished, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&shown);
    int r = *published; //~ RACE
    sem_post(&finished);
    pthread_join(t, NULL);
    return r;
}
