// No race: every thread has its own sum, and main adds them after the joins.
#include <pthread.h>
#include <stddef.h>

int input[4] = {1, 2, 3, 4}, sums[2], total, ids[2] = {0, 1};

void *worker(void *arg) {
    int id = *(int *)arg;
    for (int i = 2 * id; i < 2 * id + 2; i++)
        sums[id] += input[i];
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    total += sums[0] + sums[1];
    return total;
}
