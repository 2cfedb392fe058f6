// The same before there is another thread.
//~ unknown: more than 600 places of one access
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int a[4000], x;

static void *work(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    int k = __VERIFIER_nondet_int();
    if (k < 3000 || k >= 4000)
        return 0;
    a[k] = 5;
    if (a[3500] != 5)
        return 0;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
