// uniform: computed once
#include "../threads.h"

#include <omp.h>
static int a[8];
int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        for (int k = 0; k < 2; k++) a[PICK(me + k, 2 * me + k)]++;
    }
}
