// Thread 0 alone writes the variable.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel for schedule(static) num_threads(2)
    for (int i = 0; i < 4; i++)
        if (omp_get_thread_num() == 0)
            x = i;
    return x;
}
