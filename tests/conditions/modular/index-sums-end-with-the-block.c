// index-sums: end with the block
#include "../threads.h"

static int a[64];
int main(int argc, char **argv) {
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        int last = i;
        for (int k = 0; k < 2; k++) {
            a[last]++;
            last = PICK(__VERIFIER_nondet_int() & 31, i);
        }
    }
}
