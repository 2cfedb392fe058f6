// A program asks for nothing.
//~ lacks: without `OMP_` variables and devices
#include <omp.h>

static int a[8];

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical
        a[0]++;
    }
    return 0;
}
