// aligned: loaded from the same address
#include "../threads.h"

#include <omp.h>
static int a[2] = {0, 1};
int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (a[PICK(omp_get_thread_num(), 0)]) {
#pragma omp barrier
            if (omp_get_thread_num() == 1) x = 1;
        } else {
#pragma omp barrier
            if (omp_get_thread_num() == 0) x = 2;
        }
    }
}
