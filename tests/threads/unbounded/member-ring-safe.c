// A place that goes beyond the array for a moment, under the lock: the lock beside the array is none of its elements.
#include <pthread.h>
#define PLACES 10
typedef struct {
    int items[PLACES];
    int put, take, count;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
} queue;
static queue q = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .emptied = PTHREAD_COND_INITIALIZER};
static void *produce(void *unused) {
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&q.lock);
        while (q.count >= PLACES)
            pthread_cond_wait(&q.emptied, &q.lock);
        q.items[q.put++] = i;
        q.put %= PLACES;
        q.count++;
        pthread_cond_signal(&q.filled);
        pthread_mutex_unlock(&q.lock);
    }
    return unused;
}
static void *consume(void *unused) {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&q.lock);
        while (q.count <= 0)
            pthread_cond_wait(&q.filled, &q.lock);
        sum += q.items[q.take++];
        q.take %= PLACES;
        q.count--;
        pthread_cond_signal(&q.emptied);
        pthread_mutex_unlock(&q.lock);
    }
    return sum > 0 ? unused : 0;
}
int main(void) {
    pthread_t producers[2], consumers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], 0, produce, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&consumers[i], 0, consume, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(producers[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(consumers[i], 0);
    return q.count;
}
