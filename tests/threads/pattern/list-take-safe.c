// No race: the head is moved on under the lock, so each node has one taker.
#include <pthread.h>
#include <stddef.h>

struct node { int visits; struct node *next; };
struct node second = {0, NULL}, first = {0, &second};
struct node *head = &first;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *taker(void *arg) {
    pthread_mutex_lock(&m);
    struct node *n = head;
    head = n->next;
    pthread_mutex_unlock(&m);
    n->visits++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, taker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return first.visits;
}
