// No race: every addition is atomic.
#include <pthread.h>
#include <stddef.h>

long x;

void *worker(void *arg) {
    __sync_fetch_and_add(&x, 2);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __sync_sub_and_fetch(&x, 1);
    pthread_join(t, NULL);
    return x;
}
