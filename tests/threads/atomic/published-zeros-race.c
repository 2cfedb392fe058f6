// An object full of zeros is published by a store that does not release.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *maker(void *unused)
{
    int *cell = calloc(1, sizeof *cell);  //~ RACE
    atomic_store_explicit(&shared, cell, memory_order_relaxed);
    return unused;
}

static void *user(void *unused)
{
    int *cell = atomic_load_explicit(&shared, memory_order_acquire);
    if (cell)
        *cell += 1;  //~ RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, maker, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
