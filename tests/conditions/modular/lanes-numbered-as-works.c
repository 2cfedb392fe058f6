// lanes: numbered as works
#include "../threads.h"

int main(int argc, char **argv) {
    int a[65];
#pragma omp simd
    for (int i = 0; i < 64; i++) a[i + PICK(1, 0)] = a[i] + argc;
    return 0;
}
