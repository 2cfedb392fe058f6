// No race: the pointers lead to different objects.
#include <pthread.h>
#include <stddef.h>

int x, y;
int *p = &x, *q = &y;

void *first(void *arg) {
    *p = 1;
    return NULL;
}

void *second(void *arg) {
    *q = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x + y;
}
