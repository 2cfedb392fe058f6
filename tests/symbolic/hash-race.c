// A byte of a number whose parts are mixed many times is an index.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned char bytes[4];

static void *chooser(void *argument)
{
    unsigned hash = __VERIFIER_nondet_uint();
    for (int i = 0; i < 8; i++) {
        hash ^= hash << 13;
        hash ^= hash >> 17;
        hash ^= hash << 5;
    }
    unsigned char low = (unsigned char)hash;
    bytes[low % 4] = 1; //~ RACE
    return 0;
}

static void *writer(void *argument)
{
    bytes[3] = 2; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
