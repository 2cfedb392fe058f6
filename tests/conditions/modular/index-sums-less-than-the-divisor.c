// index-sums: less than the divisor
#include "../threads.h"

static int a[64];

int main(void) {
#pragma omp parallel for
    for (int w = 0; w < PICK(41, 40); w++)
        a[w / 5 % 8 * 5 + w % 5] = 1;
}
