// index-sums: the same factor
#include "../threads.h"

static int a[1024];
int main(int argc, char **argv) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        int k = PICK(__VERIFIER_nondet_int(), argc);
        if (k >= 1 && k < 8) a[i * k]++;
    }
}
