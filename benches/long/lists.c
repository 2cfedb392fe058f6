/* Threads that build linked lists of their own, go through them and add up under a lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define THREADS 2
#define NODES 100000
#define ROUNDS 500
struct node {
    long value;
    struct node *next;
};
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    long id = (long)argument;
    struct node *list = NULL;
    for (long i = 0; i < NODES; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i * (id + 1) % 1000;
        node->next = list;
        list = node;
    }
    for (int round = 0; round < ROUNDS; round++) {
        long sum = 0;
        for (struct node *node = list; node; node = node->next) {
            sum += node->value;
            node->value = (node->value * 3 + 1) % 1000;
        }
        pthread_mutex_lock(&lock);
        total += sum;
        pthread_mutex_unlock(&lock);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, work, (void *)t);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    printf("%ld\n", total);
    return 0;
}
