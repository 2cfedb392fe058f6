// index-sums: not cut off
#include "../threads.h"

static int a[512];
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 300; i++) a[PICK((unsigned char)i, i)]++;
}
