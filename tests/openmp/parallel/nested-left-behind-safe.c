// Every thread does an iteration.
#include <omp.h>

int g;

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int x = 5;
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 2; i++)
            x = i;
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            if (x == 5)
                g = j;
    }
    return 0;
}
