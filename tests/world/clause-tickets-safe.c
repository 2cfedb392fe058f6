// Numbers of 32 bits from a counter pick elements.
//~ says: provided that fewer than 2^31 threads take a number and do not use it
#include <pthread.h>
#include <stdatomic.h>

enum { COUNT = 1000000 };
static atomic_uint next;
static int cells[COUNT];

static void *work(void *a)
{
    for (;;) {
        unsigned number = atomic_fetch_add(&next, 1);
        if (number >= COUNT)
            return a;
        cells[number]++;
    }
}

int main(void)
{
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
    return 0;
}
