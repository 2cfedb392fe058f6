// No race: each side posts and then waits for the other.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int left, right, seen[2];
sem_t left_done, right_done;

void *left_side(void *arg) {
    left = 1;
    sem_post(&left_done);
    sem_wait(&right_done);
    seen[0] = right;
    return NULL;
}

void *right_side(void *arg) {
    right = 1;
    sem_post(&right_done);
    sem_wait(&left_done);
    seen[1] = left;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&left_done, 0, 0);
    sem_init(&right_done, 0, 0);
    pthread_create(&a, NULL, left_side, NULL);
    pthread_create(&b, NULL, right_side, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen[0] + seen[1];
}
