// index-sums: divided by what has no sign
#include "../threads.h"

static int d;
int main(void) {
    d = __VERIFIER_nondet_int() ? PICK(-2, 1) : 2;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        int k = i / d;
        (void)k;
        if (d < 0)
            x = 1;
    }
}
