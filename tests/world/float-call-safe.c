// A number becomes a floating-point number in another function.
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
    double x = of();
    if (x > 7)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    kept = 7;
    pthread_create(&t, NULL, work, NULL);
    n++;
    pthread_join(t, NULL);
    return 0;
}
