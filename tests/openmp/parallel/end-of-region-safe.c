// The end of a region is a barrier: the second write comes after it.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1;
    }
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            x = 2;
    }
    return x;
}
