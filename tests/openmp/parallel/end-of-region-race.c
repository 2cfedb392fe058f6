// Both threads write in the same region.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            x = 1;  //~ RACE
        if (omp_get_thread_num() == 1)
            x = 2;  //~ RACE
    }
    return x;
}
