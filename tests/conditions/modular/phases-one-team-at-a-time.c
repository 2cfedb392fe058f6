// phases: one team at a time
#include "../threads.h"

#include <omp.h>
#ifdef RACE
#define OUTER _Pragma("omp parallel num_threads(2)")
#else
#define OUTER
#endif
int main(void) {
    omp_set_max_active_levels(2);
    OUTER
    {
#pragma omp parallel num_threads(2)
        {
            int y = x;
            (void)y;
#pragma omp barrier
#pragma omp critical
            x = 1;
        }
    }
}
