// Safe: consumers take an item before they give the lock back.
#include <pthread.h>
#include <stddef.h>

#define SIZE 2

int buffer[SIZE], count, sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
    pthread_mutex_lock(&m);
    while (count == SIZE) pthread_cond_wait(&not_full, &m);
    buffer[count] = 1;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
    return NULL;
}

void *consumer(void *arg) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    int mine = --count;
    pthread_cond_signal(&not_full);
    int item = buffer[mine];
    pthread_mutex_unlock(&m);
    if (item < 0) return arg;
    return NULL;
}

int main(void) {
    pthread_t producers[2], consumers[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&producers[i], NULL, producer, NULL);
        pthread_create(&consumers[i], NULL, consumer, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(producers[i], NULL);
        pthread_join(consumers[i], NULL);
    }
    return sum;
}
