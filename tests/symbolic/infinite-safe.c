// What is not a number is not equal to itself.
#include <pthread.h>

float __VERIFIER_nondet_float(void);

int found;

static void *first(void *arg)
{
    float number = __VERIFIER_nondet_float();
    if (number != number && number + number == number)
        found = 1;
    return arg;
}

static void *second(void *arg)
{
    found = 2;
    return arg;
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
