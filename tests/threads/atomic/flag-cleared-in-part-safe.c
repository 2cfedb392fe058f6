// A store of zero to all of the flag leaves nothing to find for who looks.
#include <pthread.h>

static union { unsigned number; unsigned char byte; } flag;
static int shared;

static void *set(void *given)
{
    shared = 1;
    __atomic_store_n(&flag.number, 257u, __ATOMIC_RELEASE);
    return given;
}

static void *clear(void *given)
{
    __atomic_store_n(&flag.number, 0, __ATOMIC_RELAXED);
    return given;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, set, 0);
    pthread_create(&second, 0, clear, 0);
    if (__atomic_load_n(&flag.number, __ATOMIC_ACQUIRE))
        shared++;
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
