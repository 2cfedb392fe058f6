// A program asks whether cancellation is on.
//~ says: without `OMP_` variables and devices
#include <omp.h>

static int a[8];

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical
        a[0] += omp_get_cancellation();
    }
    return 0;
}
