// A thread that does no iteration waits for no other, so the blocks do not order what is outside of the loop.
#include <omp.h>

int main(void)
{
    int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(2) shared(x, y, z)
    {
        if (omp_get_thread_num() == 0)
            x = 1;  //~ RACE
#pragma omp for ordered schedule(dynamic) nowait
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            z++;
        }
        if (omp_get_thread_num() == 1)
            y = x;  //~ RACE
    }
    return y + z;
}
