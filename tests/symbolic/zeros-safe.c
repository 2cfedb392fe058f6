// Blocks begin with zeros, and what nobody has written is zero.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *early, x;

static void *inner(void *argument)
{
    int *late = argument;
    if (early[0] && late[1] && late[0])
        x = 1;
    return 0;
}

static void *outer(void *argument)
{
    int k = __VERIFIER_nondet_int();
    int *late = calloc(2, sizeof *late);
    pthread_t thread;
    late[1] = k == 123456789;
    pthread_create(&thread, 0, inner, late);
    x = 2;
    pthread_join(thread, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    early = calloc(2, sizeof *early);
    early[0] = 1;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    return 0;
}
