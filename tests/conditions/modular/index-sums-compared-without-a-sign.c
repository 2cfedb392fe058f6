// index-sums: compared without a sign
#include "../threads.h"

static int a[1024];
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        int j = __VERIFIER_nondet_int();
        PICK(if ((unsigned)j < 8u) continue;, if (j < 8) continue;)
        if (j < 16) a[8 * i + j]++;
    }
}
