// No race: even and odd cells never meet.
#include <pthread.h>
#include <stddef.h>

int cells[4];

void *even(void *arg) {
    for (int i = 0; i < 4; i += 2) cells[i] = 1;
    return NULL;
}

void *odd(void *arg) {
    for (int i = 1; i < 4; i += 2) cells[i] = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, even, NULL);
    pthread_create(&b, NULL, odd, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return cells[0];
}
