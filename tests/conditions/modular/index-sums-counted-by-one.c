// index-sums: counted by one
#include "../threads.h"

static int d;
int main(void) {
    d = __VERIFIER_nondet_int() ? 3 : 4;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < d; j += PICK(2, 1)) {
            if (i * d > PICK(7, 31))
                x = 1;
        }
}
