// branches: second operand is a number
#include "../threads.h"

static int a[10];
THREAD(use, long i = __VERIFIER_nondet_int(); if (i < 0 || i > 9) return 0;
    long most = 1; if (__VERIFIER_nondet_int()) most = PICK((long)&x, 2);
    if (i < most) a[i] = 1;)
THREAD(other, a[5] = 2;)
TWO(use, other)
