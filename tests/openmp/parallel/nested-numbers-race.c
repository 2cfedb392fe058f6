// In nested regions the numbers of threads are not unique.
#include <omp.h>

int main(void)
{
    int a[4] = { 0 };
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        a[me] = me;  //~ RACE
    }
    return a[0];
}
