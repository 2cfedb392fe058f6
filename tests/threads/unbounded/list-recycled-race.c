// It is used after it was put back.
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void put(struct node *node) {
    pthread_mutex_lock(&lock);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&lock);
}
static struct node *take(void) {
    pthread_mutex_lock(&lock);
    struct node *node = head;
    if (node)
        head = node->next;
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
        node->value++; //~ RACE
        put(node); node->value = 3; //~ RACE
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
