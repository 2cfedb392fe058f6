// Race: nothing orders a detached thread with the rest of main.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int x;
sem_t done;

void *background(void *arg) {
    x = 7; //~ RACE
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, background, NULL);
    pthread_detach(t);
    int r = x; //~ RACE
    sem_wait(&done);
    return r;
}
