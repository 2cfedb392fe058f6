// No race: the consumer reads the slot while the producer must wait.
#include <pthread.h>
#include <stddef.h>

int slot, full, sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (full) pthread_cond_wait(&c, &m);
        slot = i;
        full = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (!full) pthread_cond_wait(&c, &m);
        sum += slot;
        full = 0;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    return sum;
}
