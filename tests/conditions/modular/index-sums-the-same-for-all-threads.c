// index-sums: the same for all threads
#include "../threads.h"

static int a[64];
int main(int argc, char **argv) {
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        int k = PICK(__VERIFIER_nondet_int() & 15, argc);
        a[i + k]++;
    }
}
