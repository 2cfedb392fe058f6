// No race: both accesses are atomic.
#include <pthread.h>
#include <stddef.h>

int x;

void *writer(void *arg) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int r = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    return r;
}
