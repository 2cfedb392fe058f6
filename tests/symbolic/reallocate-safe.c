// Nobody uses them any more.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void *grow(void *arg)
{
    int *cells = arg;
    if (__VERIFIER_nondet_int() == 5) {
        cells = realloc(cells, 4 * sizeof *cells);
        cells[3] = cells[0];
    }
    free(cells);
    return 0;
}

int main(void)
{
    pthread_t a;
    int *cells = malloc(2 * sizeof *cells);
    cells[0] = 1;
    cells[1] = 2;
    cells[1] = 3;
    pthread_create(&a, 0, grow, cells);
    pthread_join(a, 0);
    return 0;
}
