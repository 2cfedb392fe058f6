// An object full of zeros is published by a store that releases.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *maker(void *unused)
{
    int *cell = calloc(1, sizeof *cell);
    atomic_store_explicit(&shared, cell, memory_order_release);
    return unused;
}

static void *user(void *unused)
{
    int *cell = atomic_load_explicit(&shared, memory_order_acquire);
    if (cell)
        *cell += 1;
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
