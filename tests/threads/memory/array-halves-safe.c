// No race: the halves do not overlap.
#include <pthread.h>
#include <stddef.h>

int cells[4];

void *lower(void *arg) {
    for (int i = 0; i < 2; i++)
        cells[i] = 1;
    return NULL;
}

void *upper(void *arg) {
    for (int i = 2; i < 4; i++)
        cells[i] = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, lower, NULL);
    pthread_create(&b, NULL, upper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return cells[2];
}
