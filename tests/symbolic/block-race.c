// A block of a length that is up to the input is filled: up to eight bytes, the last of which is used beside it.
#include <pthread.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

char bytes[16];
int length;

static void *first(void *arg)
{
    memset(bytes, 1, length); //~ RACE
    return arg;
}

static void *second(void *arg)
{
    bytes[7] = 2; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    length = __VERIFIER_nondet_int();
    if (length < 0 || length > 8)
        return 0;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
