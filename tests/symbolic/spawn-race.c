// One value of the input has no sync before the access.
#include <cilk/cilk.h>

int __VERIFIER_nondet_int(void);

int x;

static void set(int value)
{
    x = value; //~ RACE
}

int main(void)
{
    int k = __VERIFIER_nondet_int();
    cilk_spawn set(1);
    if (k != 123456789)
        cilk_sync;
    x = 2; //~ RACE
    return 0;
}
