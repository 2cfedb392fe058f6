// New objects are published for ever by stores that do not release.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *maker(void *unused)
{
    for (;;) {
        int *cell = malloc(sizeof *cell);
        if (!cell)
            return unused;
        *cell = 42;  //~ RACE
        atomic_store_explicit(&shared, cell, memory_order_relaxed);
    }
}

int main(void)
{
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, 0, maker, 0);
    for (;;) {
        int *cell = atomic_load_explicit(&shared, memory_order_acquire);
        if (cell)
            sum ^= *cell;  //~ RACE
    }
}
