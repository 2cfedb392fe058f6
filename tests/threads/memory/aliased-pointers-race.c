// Race: two global pointers lead to one object.
#include <pthread.h>
#include <stddef.h>

int x, y;
int *p = &x, *q = &x;

void *first(void *arg) {
    *p = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    *q = 2; //~ RACE
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
