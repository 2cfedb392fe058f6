// phases: no common event
#include "../threads.h"

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        x = 1;
        PICK(x = 2;, )
#pragma omp barrier
    }
}
