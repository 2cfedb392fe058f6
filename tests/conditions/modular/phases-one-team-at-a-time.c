// phases: one team at a time
#include "../threads.h"

#include <omp.h>
int main(void) {
    omp_set_max_active_levels(2);
    PICK(
    _Pragma("omp parallel num_threads(2)"), )
    {
#pragma omp parallel num_threads(2)
        {
#pragma omp master
            x = 1;
#pragma omp barrier
#pragma omp single
            x = 2;
        }
    }
}
