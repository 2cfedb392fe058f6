// No race: __ATOMIC_RELEASE pairs with __ATOMIC_ACQUIRE.
#include <pthread.h>
#include <stddef.h>

int data, flag;

void *producer(void *arg) {
    data = 1;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return NULL;
}

int main(void) {
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, producer, NULL);
    if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) r = data;
    pthread_join(t, NULL);
    return r;
}
