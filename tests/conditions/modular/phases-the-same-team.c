// phases: the same team
#include "../threads.h"

#include <omp.h>
int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(1)
            {
#pragma omp critical
                PICK(x, data) = 1;
            }
        }
        if (omp_get_thread_num() == 1) x = 2;
    }
}
