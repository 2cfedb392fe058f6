// Race: two siblings write one variable.
#include <pthread.h>
#include <stddef.h>

int x;

void *first(void *arg) {
    x = 1; //~ RACE
    return NULL;
}

void *second(void *arg) {
    x = 2; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x - 1;
}
