// A thread that has three iterations of seven does something, which the standard does not say of any.
//~ says: static loops divided evenly or in equal chunks
#include <omp.h>

int a[8];

int main(void)
{
#pragma omp parallel
    {
        int count = 0;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 7; i++)
            count++;
        if (count == 3)
            a[omp_get_thread_num()] = 1;
    }
    return a[1];
}
