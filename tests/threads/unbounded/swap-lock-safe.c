// A spin lock taken by compare-and-swap; what is expected is set again before every attempt.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int total;

static void *worker(void *argument)
{
    int expected = 0;
    while (!atomic_compare_exchange_weak(&lock, &expected, 1))
        expected = 0;
    total++;
    atomic_store(&lock, 0);
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
