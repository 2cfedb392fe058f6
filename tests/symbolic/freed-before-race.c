// Memory is freed on some ways to the first thread: the race is on the others.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *p, x;

static void *work(void *arg)
{
    x = 1; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int() == 77)
        free(p);
    if (__VERIFIER_nondet_int() == 5)
        return 0;
    pthread_create(&t, 0, work, 0);
    x = 2; //~ RACE
    pthread_join(t, 0);
    return 0;
}
