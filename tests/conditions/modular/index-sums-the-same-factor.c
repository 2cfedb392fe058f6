// index-sums: the same factor
#include "../threads.h"

static int *a;
int main(int argc, char **argv) {
    int n = argc;
    a = malloc(1000000);
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        PICK(int m = n - i, int m = n);
        for (int k = 0; k < m; k++) a[i * m + k] = 1;
    }
}
