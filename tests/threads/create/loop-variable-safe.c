// No race: every thread has an argument of its own.
#include <pthread.h>
#include <stddef.h>

int ids[2];

void *worker(void *arg) {
    int id = *(int *)arg;
    return id ? arg : NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        ids[i] = i;
        pthread_create(&t[i], NULL, worker, &ids[i]);
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
