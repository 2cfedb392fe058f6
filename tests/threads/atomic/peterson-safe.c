// No race: Peterson's algorithm with sequentially consistent atomics.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x, ids[2] = {0, 1};
atomic_int interested[2], turn;

void *worker(void *arg) {
    int me = *(int *)arg, other = 1 - me;
    interested[me] = 1;
    turn = other;
    while (interested[other] && turn == other) ;
    x++;
    interested[me] = 0;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return x;
}
