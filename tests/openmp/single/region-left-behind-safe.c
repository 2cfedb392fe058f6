// Every thread does an iteration.
#include <omp.h>

int g;

static void mark(int *p)
{
    if (*p == 5)
        g = 1;
    if (*p == 1)
        g = 2;
}

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp parallel num_threads(2)
    {
        int x = 5;
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 2; i++)
            x = i;
        mark(&x);
    }
    return 0;
}
