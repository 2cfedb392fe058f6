// One thread writes and reads in its iterations, whichever these are.
#include <omp.h>

int main(void)
{
    int last = 0, before = 0;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 100; i++) {
        if (omp_get_thread_num() == 0)
            before = last;
        if (omp_get_thread_num() == 0)
            last = i;
    }
    return before;
}
