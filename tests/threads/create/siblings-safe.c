// No race: the first sibling is joined before the second exists.
#include <pthread.h>
#include <stddef.h>

int x;

void *first(void *arg) {
    x = 1;
    return NULL;
}

void *second(void *arg) {
    x = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
    return x - 1;
}
