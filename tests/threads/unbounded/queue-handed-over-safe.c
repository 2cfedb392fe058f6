// A queue with its last node: who takes that one resets it.
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head, *tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void put(struct node *node) {
    node->next = NULL;
    pthread_mutex_lock(&lock);
    if (tail)
        tail->next = node;
    else
        head = node;
    tail = node;
    pthread_mutex_unlock(&lock);
}
static struct node *take(void) {
    pthread_mutex_lock(&lock);
    struct node *node = head;
    if (node) {
        head = node->next;
        if (!head)
            tail = NULL;
    }
    pthread_mutex_unlock(&lock);
    return node;
}
static void *produce(void *unused) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        return unused;
    node->value = 1;
    put(node);
    return unused;
}
static void *consume(void *unused) {
    struct node *node = take();
    if (node) {
        node->value++;
        free(node);
    }
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t producer, consumer;
        pthread_create(&producer, 0, produce, 0);
        pthread_create(&consumer, 0, consume, 0);
        pthread_detach(producer);
        pthread_detach(consumer);
    }
}
