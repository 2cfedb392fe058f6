// The places in a ring that is part of a structure stay in it, so its lock is not among them.
#include <pthread.h>
#define PLACES 10
typedef struct {
    int items[PLACES];
    int head, tail, count, done;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
} queue;
static queue q = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .emptied = PTHREAD_COND_INITIALIZER};
static long total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static void put(queue *q, int item) {
    pthread_mutex_lock(&q->lock);
    while (q->count == PLACES)
        pthread_cond_wait(&q->emptied, &q->lock);
    q->items[q->tail] = item;
    q->tail = (q->tail + 1) % PLACES;
    q->count++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}
static int get(queue *q, int *item) {
    pthread_mutex_lock(&q->lock);
    while (q->count == 0 && !q->done)
        pthread_cond_wait(&q->filled, &q->lock);
    if (q->count == 0) {
        pthread_mutex_unlock(&q->lock);
        return 0;
    }
    *item = q->items[q->head];
    q->head = (q->head + 1) % PLACES;
    q->count--;
    pthread_cond_signal(&q->emptied);
    pthread_mutex_unlock(&q->lock);
    return 1;
}
static void *produce(void *unused) {
    for (int i = 0; i < 1000; i++)
        put(&q, i);
    return unused;
}
static void *consume(void *unused) {
    int item;
    long sum = 0;
    while (get(&q, &item))
        sum += item;
    pthread_mutex_lock(&total_lock);
    total += sum;
    pthread_mutex_unlock(&total_lock);
    return unused;
}
int main(void) {
    pthread_t producers[2], consumers[3];
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], 0, produce, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&consumers[i], 0, consume, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(producers[i], 0);
    pthread_mutex_lock(&q.lock);
    q.done = 1;
    pthread_cond_broadcast(&q.filled);
    pthread_mutex_unlock(&q.lock);
    for (int i = 0; i < 3; i++)
        pthread_join(consumers[i], 0);
    return total > 0;
}
