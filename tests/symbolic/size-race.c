// An array of a size that is up to the input: its last cell is the first one too if there is only one.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *cells;
int count;

static void *first(void *arg)
{
    cells[0] = 1; //~ RACE
    return arg;
}

static void *second(void *arg)
{
    cells[count - 1] = 2; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    count = __VERIFIER_nondet_int();
    if (count < 1 || count > 6)
        return 0;
    cells = malloc(count * sizeof *cells);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
