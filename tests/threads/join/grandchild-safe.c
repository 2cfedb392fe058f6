// No race: the child joins the grandchild before main joins the child.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_t inner;

void *grandchild(void *arg) {
    x = 5;
    return NULL;
}

void *child(void *arg) {
    pthread_create(&inner, NULL, grandchild, NULL);
    pthread_join(inner, NULL);
    return NULL;
}

int main(void) {
    pthread_t outer;
    pthread_create(&outer, NULL, child, NULL);
    pthread_join(outer, NULL);
    int r = x;
    return r;
}
