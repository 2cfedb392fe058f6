// Race: the loop waits for the wrong value and falls through at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *producer(void *arg) {
    data = 1; //~ RACE
    atomic_store(&flag, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    while (atomic_load(&flag) > 1) ;
    int r = data; //~ RACE
    pthread_join(t, NULL);
    return r;
}
