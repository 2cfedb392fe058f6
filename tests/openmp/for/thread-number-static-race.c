// Thread 0 writes the variable in its iterations, and so does thread 1.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel for schedule(static) num_threads(2)
    for (int i = 0; i < 4; i++)
        if (omp_get_thread_num() < 2)
            x = i;  //~ RACE
    return x;
}
