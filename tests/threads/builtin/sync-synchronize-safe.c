// No race: full barriers on both sides order the data.
#include <pthread.h>
#include <stddef.h>

int data, flag;

void *producer(void *arg) {
    data = 1;
    __sync_synchronize();
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    if (__atomic_load_n(&flag, __ATOMIC_RELAXED)) {
        __sync_synchronize();
        r = data;
    }
    pthread_join(t, NULL);
    return r;
}
