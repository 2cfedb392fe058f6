// index-sums: divided without a sign
#include "../threads.h"

static int a[32];
int main(void) {
#pragma omp parallel for
    for (int i = -4; i < 4; i++) {
        if (i < 0) {
            int k = a[8 + PICK(i % 8, 8 + i)];
            (void)k;
        } else {
#pragma omp atomic write
            a[4 + i] = 1;
        }
    }
}
