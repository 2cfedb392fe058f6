// A relaxed store of zero to one byte of the flag leaves the others: who looks reads from it, and is not ordered after the store that set the flag.
#include <pthread.h>

static union { unsigned number; unsigned char byte; } flag;
static int shared;

static void *set(void *given)
{
    shared = 1;  //~ RACE
    __atomic_store_n(&flag.number, 257u, __ATOMIC_RELEASE);
    return given;
}

static void *clear(void *given)
{
    __atomic_store_n(&flag.byte, 0, __ATOMIC_RELAXED);
    return given;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, set, 0);
    pthread_create(&second, 0, clear, 0);
    if (__atomic_load_n(&flag.number, __ATOMIC_ACQUIRE))
        shared++;  //~ RACE
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
