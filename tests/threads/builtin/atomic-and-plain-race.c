// Race: a plain read meets an atomic write of the same object.
#include <pthread.h>
#include <stddef.h>

int x;

void *writer(void *arg) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int r = x; //~ RACE
    pthread_join(t, NULL);
    return r;
}
