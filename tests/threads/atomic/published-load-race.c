// The address of a new object is loaded without acquiring.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *maker(void *unused)
{
    int *cell = malloc(sizeof *cell);
    if (!cell)
        return unused;
    *cell = 42;  //~ RACE
    atomic_store_explicit(&shared, cell, memory_order_release);
    return unused;
}

static void *user(void *unused)
{
    int *cell = atomic_load_explicit(&shared, memory_order_relaxed);
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
