// A thread that has done no iteration has the first value still, and the threads of its region meet.
#include <omp.h>

int g;

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int x = 5;
#pragma omp for
        for (int i = 0; i < 2; i++)
            x = i;
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            if (x == 5)
                g = j;  //~ RACE
    }
    return 0;
}
