// An address becomes a floating-point number in another function.
//~ says: an address that becomes a floating-point number
#include <pthread.h>
#include <stdint.h>

static int n;
static uintptr_t kept;

static double of(void)
{
    return (double)kept;
}

static void *work(void *a)
{
    int *p = (int *)(uintptr_t)of();
    (*p)++;
    return a;
}

int main(void)
{
    pthread_t t;
    kept = (uintptr_t)&n;
    pthread_create(&t, NULL, work, NULL);
    n++;
    pthread_join(t, NULL);
    return 0;
}
