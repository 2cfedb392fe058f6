// Race: a semaphore that starts at two lets both threads in.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int x;
sem_t s;

void *worker(void *arg) {
    sem_wait(&s);
    x++; //~ RACE
    sem_post(&s);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&s);
    return x;
}
