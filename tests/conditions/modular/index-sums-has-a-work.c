// index-sums: has a work
#include "../threads.h"

static int x, y;
int main(void) {
#pragma omp parallel
    {
        int k;
#pragma omp sections nowait
        {
#pragma omp section
            x = 1;
        }
        k = PICK(x, y);
        (void)k;
    }
}
