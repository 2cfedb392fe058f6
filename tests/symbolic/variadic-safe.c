// A sum that no input gives.
#include <pthread.h>
#include <stdarg.h>

unsigned char __VERIFIER_nondet_uchar(void);

int found;

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static void *first(void *arg)
{
    if (sum(3, 1000, (int)__VERIFIER_nondet_uchar(), 2) == 1258)
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
