// Race: main joins its child, but nobody has joined the grandchild by then.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_t inner;

void *grandchild(void *arg) {
    x = 5; //~ RACE
    return NULL;
}

void *child(void *arg) {
    pthread_create(&inner, NULL, grandchild, NULL);
    return NULL;
}

int main(void) {
    pthread_t outer;
    pthread_create(&outer, NULL, child, NULL);
    pthread_join(outer, NULL);
    int r = x; //~ RACE
    pthread_join(inner, NULL);
    return r;
}
