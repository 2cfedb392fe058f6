// No race: the node is filled before it is linked in.
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
struct node *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->value = 5;
    pthread_mutex_lock(&m);
    head = n;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    struct node *n = head;
    pthread_mutex_unlock(&m);
    if (n) r = n->value;
    pthread_join(t, NULL);
    free(head);
    return r;
}
