// Each thread writes the element with its number.
#include <omp.h>

int main(void)
{
    int a[64] = { 0 };
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        a[me] = me;
    }
    return a[0];
}
