// Race: the writer has no barrier between the data and the relaxed flag.
#include <pthread.h>
#include <stddef.h>

int data, flag;

void *producer(void *arg) {
    data = 1; //~ RACE
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    if (__atomic_load_n(&flag, __ATOMIC_RELAXED)) {
        __sync_synchronize();
        r = data; //~ RACE
    }
    pthread_join(t, NULL);
    return r;
}
