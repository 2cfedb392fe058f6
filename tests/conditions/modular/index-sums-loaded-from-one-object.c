// index-sums: loaded from one object
#include "../threads.h"

static int a[64], *p[2];
int main(void) {
    PICK(, p[0] = malloc(4); *p[0] = 0;)
    PICK(for (int k = 0; k < 2; k++) { p[k] = malloc(4); *p[k] = k; }, )
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        a[i + *p[0]]++;
        a[i + *p[PICK(1, 0)]]++;
    }
}
