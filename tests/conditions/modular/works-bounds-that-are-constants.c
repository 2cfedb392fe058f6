// works: bounds that are constants
#include "../threads.h"

static int d = 2;
int main(void) {
    if (__VERIFIER_nondet_int())
        d = PICK(1, 2);
#pragma omp parallel
    {
        int k;
#pragma omp simd
        for (k = 0; k < d; k++)
            ;
        if (k == 1)
            x = 1;
    }
}
