// Three threads take turns by a counter; the last turn never comes.
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn;
int data;

static void *first(void *argument)
{
    int expected = 0;
    if (!atomic_compare_exchange_strong(&turn, &expected, 1))
        return 0;
    expected = 3;
    if (!atomic_compare_exchange_strong(&turn, &expected, 4))
        return 0;
    data = 1;
    return 0;
}

static void *second(void *argument)
{
    int expected = 1;
    if (!atomic_compare_exchange_strong(&turn, &expected, 2))
        return 0;
    expected = 6;
    if (!atomic_compare_exchange_strong(&turn, &expected, 5))
        return 0;
    data = 2;
    return 0;
}

static void *third(void *argument)
{
    int expected = 2;
    atomic_compare_exchange_strong(&turn, &expected, 3);
    return 0;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_create(&c, 0, third, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
