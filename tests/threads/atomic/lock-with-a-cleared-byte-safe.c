// The lock is the first byte; what another thread stores in the next one does not matter.
#include <pthread.h>

static union { unsigned number; unsigned char byte, bytes[4]; } lock;
static int shared;

static void *enter(void *given)
{
    if (!__atomic_exchange_n(&lock.byte, 1, __ATOMIC_SEQ_CST)) {
        shared++;
        __atomic_store_n(&lock.byte, 0, __ATOMIC_SEQ_CST);
    }
    return given;
}

static void *store(void *given)
{
    __atomic_store_n(&lock.bytes[1], 1, __ATOMIC_SEQ_CST);
    return given;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, enter, 0);
    pthread_create(&second, 0, enter, 0);
    pthread_create(&third, 0, store, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
