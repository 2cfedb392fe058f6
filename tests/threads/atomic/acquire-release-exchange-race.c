// Race: the exchange that takes the data over is relaxed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int owner;

void *giver(void *arg) {
    data = 1; //~ RACE
    atomic_exchange_explicit(&owner, 1, memory_order_acq_rel);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, giver, NULL);
    if (atomic_exchange_explicit(&owner, 2, memory_order_relaxed) == 1)
        data = 2; //~ RACE
    pthread_join(t, NULL);
    return data;
}
