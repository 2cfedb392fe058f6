// A loop with a counter of each thread that all leave together.
#include <omp.h>

int main(void)
{
    int value = 0, result = 0;
#pragma omp parallel num_threads(3)
    {
        for (int round = 0; round < 100; round++) {
#pragma omp critical
            value = value * 3 + omp_get_thread_num();
#pragma omp barrier
            if (value & 64)
                break;
#pragma omp barrier
        }
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            result = value;
    }
    return result;
}
