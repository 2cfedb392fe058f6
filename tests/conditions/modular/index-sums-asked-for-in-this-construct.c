// index-sums: asked for in this construct
#include "../threads.h"

static int a[64];
int main(void) {
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 1; i++) a[i] = 1;
#pragma omp for schedule(static, 1)
        for (int i = 0; i < PICK(64, 1); i++) x = i;
    }
}
