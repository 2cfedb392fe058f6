// Race: each thread checks the other before it shows its own interest.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x, ids[2] = {0, 1};
atomic_int wants[2];

void *worker(void *arg) {
    int me = *(int *)arg;
    if (!wants[1 - me]) {
        wants[me] = 1;
        x++; //~ RACE
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return x;
}
