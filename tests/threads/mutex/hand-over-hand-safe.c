// No race: the walk writes to a node only while it holds the node's lock.
#include <pthread.h>
#include <stddef.h>

struct node { pthread_mutex_t lock; int visits; struct node *next; };
struct node tail = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};
struct node head = {PTHREAD_MUTEX_INITIALIZER, 0, &tail};

void *walk(void *arg) {
    struct node *at = &head;
    pthread_mutex_lock(&at->lock);
    while (at->next) {
        struct node *next = at->next;
        pthread_mutex_lock(&next->lock);
        at->visits++;
        pthread_mutex_unlock(&at->lock);
        at = next;
    }
    pthread_mutex_unlock(&at->lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, walk, NULL);
    pthread_create(&b, NULL, walk, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return head.visits;
}
