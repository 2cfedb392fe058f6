// One thread takes the lower half of the number as a lock, the other one all of it by a store in the upper half: both find zero.
#include <pthread.h>

static union { long whole; int half; } lock;
static int shared;

static void *narrow(void *given)
{
    int nobody = 0;
    if (__atomic_compare_exchange_n(&lock.half, &nobody, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        shared++;  //~ RACE
        __atomic_store_n(&lock.half, 0, __ATOMIC_SEQ_CST);
    }
    return given;
}

static void *wide(void *given)
{
    long nobody = 0;
    if (__atomic_compare_exchange_n(&lock.whole, &nobody, 1L << 32, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        shared++;  //~ RACE
    return given;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, narrow, 0);
    pthread_create(&second, 0, wide, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
