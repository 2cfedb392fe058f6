// phases: the same for all threads
#include "../threads.h"

#include <omp.h>
int main(void) {
    int k = 0;
#pragma omp parallel num_threads(2)
    {
        if (PICK(omp_get_thread_num(), k)) {
#pragma omp barrier
            if (omp_get_thread_num() == 1) x = 1;
        } else {
#pragma omp barrier
            if (omp_get_thread_num() == 0) x = 2;
        }
    }
}
