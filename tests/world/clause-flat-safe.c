// A region inside of a region.
//~ says: with one thread in regions inside of regions
#include <omp.h>

static int a[100];

int main(void)
{
#pragma omp parallel
    {
#pragma omp parallel
        {
#pragma omp critical
            a[0]++;
        }
    }
    return 0;
}
