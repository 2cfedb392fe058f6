// With two active levels the inner regions have two threads each, which share `x` of their outer thread.
#include <omp.h>

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int x = 0;
#pragma omp parallel num_threads(2) shared(x)
        x++;  //~ RACE
    }
    return 0;
}
