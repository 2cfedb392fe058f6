// Together with the number of the ancestor they are.
#include <omp.h>

int main(void)
{
    int a[4] = { 0 };
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        a[2 * omp_get_ancestor_thread_num(1) + me] = me;
    }
    return a[0];
}
