// A vector that grows: who still uses the old cells races with the move.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void *grow(void *arg)
{
    int *cells = arg;
    if (__VERIFIER_nondet_int() == 5) {
        cells = realloc(cells, 4 * sizeof *cells); //~ RACE
        cells[3] = cells[0];
    }
    free(cells); //~ RACE
    return 0;
}

int main(void)
{
    pthread_t a;
    int *cells = malloc(2 * sizeof *cells);
    cells[0] = 1;
    cells[1] = 2;
    pthread_create(&a, 0, grow, cells);
    cells[1] = 3; //~ RACE
    pthread_join(a, 0);
    return 0;
}
