// Race: the last stage takes the value from the first stage's buffer.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int a, b, result;
sem_t a_full, b_full;

void *middle(void *arg) {
    sem_wait(&a_full);
    b = a + 1;
    sem_post(&b_full);
    a = 0; //~ RACE
    return NULL;
}

void *last(void *arg) {
    sem_wait(&b_full);
    result = a + 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t, u;
    sem_init(&a_full, 0, 0);
    sem_init(&b_full, 0, 0);
    pthread_create(&t, NULL, middle, NULL);
    pthread_create(&u, NULL, last, NULL);
    a = 1;
    sem_post(&a_full);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return result;
}
