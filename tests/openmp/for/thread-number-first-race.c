// One thread writes in its iterations, and others may read.
#include <omp.h>

int main(void)
{
    int last = 0, seen = 0;
#pragma omp parallel for num_threads(4) reduction(+ : seen)
    for (int i = 0; i < 100; i++) {
        if (omp_get_thread_num() == 0)
            last = i;  //~ RACE
        if (omp_get_thread_num() != 0)
            seen += last;  //~ RACE
    }
    return seen;
}
