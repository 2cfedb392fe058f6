// A pragma makes two names of one object, which nobody follows.
//~ says: #pragma weak
#include <pthread.h>

int one;
extern int other;
#pragma weak other = one

static void *first(void *given)
{
    one = 1;
    return given;
}

static void *second(void *given)
{
    other = 2;
    return given;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
