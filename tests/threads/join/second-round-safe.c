// No race: the rounds are separated by a join.
#include <pthread.h>
#include <stddef.h>

int x;

void *add(void *arg) {
    x += 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int round = 0; round < 2; round++) {
        pthread_create(&t[round], NULL, add, NULL);
        pthread_join(t[round], NULL);
    }
    return x;
}
