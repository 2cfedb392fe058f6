// The barrier at the end of the loop orders what is outside of it.
#include <omp.h>

int main(void)
{
    int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(2) shared(x, y, z)
    {
        if (omp_get_thread_num() == 0)
            x = 1;
#pragma omp for ordered schedule(dynamic)
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            z++;
        }
        if (omp_get_thread_num() == 1)
            y = x;
    }
    return y + z;
}
