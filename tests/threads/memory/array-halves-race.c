// Race: the first half is one cell too long.
#include <pthread.h>
#include <stddef.h>

int cells[4];

void *lower(void *arg) {
    for (int i = 0; i <= 2; i++)
        cells[i] = 1; //~ RACE
    return NULL;
}

void *upper(void *arg) {
    for (int i = 2; i < 4; i++)
        cells[i] = 2; //~ RACE
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
