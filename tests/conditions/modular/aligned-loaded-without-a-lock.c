// aligned: loaded without a lock
#include "../threads.h"

#include <omp.h>
static int count;
int main(void) {
#pragma omp parallel num_threads(2)
    {
        int k;
#pragma omp critical
        PICK(k = count++, (count++, k = 0));
        if (k) {
#pragma omp barrier
            if (omp_get_thread_num() == 1) x = 1;
        } else {
#pragma omp barrier
            if (omp_get_thread_num() == 0) x = 2;
        }
    }
}
