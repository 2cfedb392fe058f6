// With one active level the inner regions have one thread each.
#include <omp.h>

int main(void)
{
    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
    {
        int x = 0;
#pragma omp parallel num_threads(2) shared(x)
        x++;
    }
    return 0;
}
