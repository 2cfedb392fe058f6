// lanes: the same in all lanes
#include "../threads.h"

static int a[256];
int main(int argc, char **argv) {
    int k = argc & 63;
#pragma omp simd private(k)
    for (int i = 0; i < 64; i++) {
        k = PICK(argc & 63 & (i >> 1), i);
        a[k]++;
    }
}
