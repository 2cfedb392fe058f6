// With two cells or more the first and the last are two.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *cells;
int count;

static void *first(void *arg)
{
    cells[0] = 1;
    return arg;
}

static void *second(void *arg)
{
    cells[count - 1] = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    count = __VERIFIER_nondet_int();
    if (count < 2 || count > 6)
        return 0;
    cells = malloc(count * sizeof *cells);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
