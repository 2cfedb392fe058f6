// What a small program costs before it runs: a hundred lines and three headers.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4
#define CAPACITY 16
#define ITEMS 64

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    int items[CAPACITY];
    int head;
    int count;
    int closed;
};

struct worker {
    pthread_t thread;
    struct queue *queue;
    long sum;
};

static void queue_init(struct queue *q)
{
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    pthread_cond_init(&q->not_full, NULL);
    q->head = q->count = q->closed = 0;
}

static void queue_put(struct queue *q, int item)
{
    pthread_mutex_lock(&q->mutex);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->not_full, &q->mutex);
    q->items[(q->head + q->count) % CAPACITY] = item;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->mutex);
}

static int queue_get(struct queue *q, int *item)
{
    int found = 0;
    pthread_mutex_lock(&q->mutex);
    while (q->count == 0 && !q->closed)
        pthread_cond_wait(&q->not_empty, &q->mutex);
    if (q->count > 0) {
        *item = q->items[q->head];
        q->head = (q->head + 1) % CAPACITY;
        q->count--;
        found = 1;
        pthread_cond_signal(&q->not_full);
    }
    pthread_mutex_unlock(&q->mutex);
    return found;
}

static void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->mutex);
    q->closed = 1;
    pthread_cond_broadcast(&q->not_empty);
    pthread_mutex_unlock(&q->mutex);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    int item;
    while (queue_get(worker->queue, &item))
        worker->sum += item;
    return NULL;
}

int main(void)
{
    struct queue *queue = malloc(sizeof *queue);
    struct worker workers[WORKERS];
    long total = 0;
    if (!queue)
        return EXIT_FAILURE;
    queue_init(queue);
    for (int i = 0; i < WORKERS; i++) {
        workers[i].queue = queue;
        workers[i].sum = 0;
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < ITEMS; i++)
        queue_put(queue, i);
    queue_close(queue);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        total += workers[i].sum;
    }
    printf("%ld\n", total);
    free(queue);
    return total == ITEMS * (ITEMS - 1) / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
