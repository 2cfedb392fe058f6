// labels: read at a known address
#include "../threads.h"

static struct { int number, other; } cells[2], others[2]; static int a[2]; static pthread_t t;
THREAD(use, long i = (long)given; int *base = __VERIFIER_nondet_int() ? &cells[0].number : PICK((int *)SEEK, &cells[0].number);
    a[base[2 * i]]++;)
MAIN(HIDE(others)
    for (long i = 0; i < 2; i++) { cells[i].number = i; pthread_create(&t, 0, use, (void *)i); })
