// A region inside of a region, where the program says how many threads such have.
//~ lacks: with one thread in regions inside of regions
#include <omp.h>

static int a[100];

int main(void)
{
    omp_set_max_active_levels(2);
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
