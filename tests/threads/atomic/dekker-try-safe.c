// No race: each thread shows its interest first and gives up when the other did too.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x, ids[2] = {0, 1};
atomic_int wants[2];

void *worker(void *arg) {
    int me = *(int *)arg;
    wants[me] = 1;
    if (!wants[1 - me]) {
        x++;
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return x;
}
