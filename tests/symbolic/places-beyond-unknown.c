// What is behind a store to the last of four thousand places may race, and is not followed.
//~ unknown: more than 600 places of one access
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int a[4000], x, k;

static void *work(void *arg)
{
    if (k >= 3000 && k < 4000) {
        a[k] = 1;
        if (a[k] == 1)
            x = 1;
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    k = __VERIFIER_nondet_int();
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
