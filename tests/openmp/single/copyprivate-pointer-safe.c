// The pointer is copied, and each thread writes the element with its number.
#include <omp.h>

int main(void)
{
    static int a[8];
#pragma omp parallel num_threads(2)
    {
        int *p;
#pragma omp single copyprivate(p)
        p = a;
        p[omp_get_thread_num()] = 1;
    }
    return a[0];
}
