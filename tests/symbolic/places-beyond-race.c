// An index of input is one of four thousand, which are more than formulas follow: the race is beside that.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int a[4000], x, k;

static void *work(void *arg)
{
    if (k >= 0 && k < 4000)
        a[k] = 1;
    x = 1; //~ RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    k = __VERIFIER_nondet_int();
    pthread_create(&t, 0, work, 0);
    x = 2; //~ RACE
    pthread_join(t, 0);
    return 0;
}
