// aligned: result of its arguments
#include "../threads.h"

#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (PICK(rand(), abs(data)) % 2) {
#pragma omp barrier
            if (omp_get_thread_num() == 1) x = 1;
        } else {
#pragma omp barrier
            if (omp_get_thread_num() == 0) x = 2;
        }
    }
}
