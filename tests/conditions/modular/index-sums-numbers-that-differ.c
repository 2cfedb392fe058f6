// index-sums: numbers that differ
#include "../threads.h"

static int a[64][64];
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++) a[k][PICK(i / 2, i)]++;
}
