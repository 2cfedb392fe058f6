// Race: the item is counted before it is in the buffer.
#include <pthread.h>
#include <stddef.h>

#define SIZE 2
#define ITEMS 2

int buffer[SIZE], count, in, out;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        int full = 1;
        while (full) {
            pthread_mutex_lock(&m);
            full = count == SIZE;
            pthread_mutex_unlock(&m);
        }
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
        buffer[in] = i; //~ RACE
        in = (in + 1) % SIZE;
    }
    return NULL;
}

void *consumer(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        int empty = 1;
        while (empty) {
            pthread_mutex_lock(&m);
            empty = count == 0;
            pthread_mutex_unlock(&m);
        }
        int item = buffer[out]; //~ RACE
        out = (out + 1) % SIZE;
        pthread_mutex_lock(&m);
        count--;
        pthread_mutex_unlock(&m);
        if (item < 0) return NULL;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
