// No race: each thread gets a heap block of its own.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
    int *p = arg;
    *p += 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int *p = calloc(1, sizeof *p), *q = calloc(1, sizeof *q);
    pthread_create(&a, NULL, worker, p);
    pthread_create(&b, NULL, worker, q);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int r = *p + *q;
    free(p);
    free(q);
    return r;
}
