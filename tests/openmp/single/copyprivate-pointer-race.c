// The pointer is copied: all lead to one variable of the thread that did the block.
#include <omp.h>

int main(void)
{
    static int a[8];
#pragma omp parallel num_threads(2)
    {
        int *p;
#pragma omp single copyprivate(p)
        p = a;
        p[0] = 1;  //~ RACE
    }
    return a[0];
}
