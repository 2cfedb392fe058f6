// Race: the thread of the first round is joined only after the second round has begun.
#include <pthread.h>
#include <stddef.h>

int x;

void *add(void *arg) {
    x += 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int round = 0; round < 2; round++) {
        pthread_create(&t[round], NULL, add, NULL);
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return x;
}
