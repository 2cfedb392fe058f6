// aligned: computed in all threads
#include "../threads.h"

#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(2)
    {
        int k = 0, all = 2;
        if (PICK(omp_get_thread_num(), all) == 1) k = 1;
        if (k == 1) {
#pragma omp barrier
            if (omp_get_thread_num() == 1) x = 1;
        } else {
#pragma omp barrier
            if (omp_get_thread_num() == 0) x = 2;
        }
    }
}
