// The variable is read by the other threads before the region only: `copyin`.
#include <omp.h>

static int x = 1;
#pragma omp threadprivate(x)

int main(void)
{
    int *p = &x;
#pragma omp parallel num_threads(2) copyin(x)
    {
        int k = 0;
        if (omp_get_thread_num() == 0)
            x = 5;
        else
            k = x;
        (void)k;
    }
    return p == &x;
}
