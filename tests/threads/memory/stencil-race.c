// Race: the update in place reads the cell that the neighbour writes.
#include <pthread.h>
#include <stddef.h>

int now[3] = {1, 2, 3}, next[3], ids[2] = {0, 1};

void *worker(void *arg) {
    int i = *(int *)arg;
    now[i] = now[i + 1]; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return now[0] + next[0];
}
