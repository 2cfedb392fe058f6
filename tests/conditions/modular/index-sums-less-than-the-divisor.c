// index-sums: less than the divisor
#include "../threads.h"

static int a[8];
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i % PICK(7, 8)] = 1;
}
