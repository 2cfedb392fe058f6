// index-sums: end with the function
#include "../threads.h"

static int a[64];
static int some(void) { LARGE return __VERIFIER_nondet_int() & 15; }
int main(void) {
#pragma omp parallel for
    for (int i = 16; i < 32; i++) {
        int j = some(), k = PICK(some(), j);
        a[i + j - k]++;
    }
}
