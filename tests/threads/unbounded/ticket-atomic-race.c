// A counter that gives elements to threads begins anew while they run.
#include <pthread.h>
#include <stdatomic.h>

atomic_int next;
int cells[3];

static void *worker(void *argument)
{
    int i;
    while ((i = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed)) < 3)
        cells[i] = i; //~ RACE
    atomic_store_explicit(&next, 0, memory_order_relaxed);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
