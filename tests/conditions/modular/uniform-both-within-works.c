// uniform: no condition alone
// uniform: a work is over
#include "../threads.h"

static int a[8];
int omp_get_thread_num(void);
int main(void) {
#pragma omp parallel num_threads(2)
    {
        int last = 0;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 4; i++) last = i;
        for (int k = 0; k < 2; k++) a[PICK(last + k, 2 * omp_get_thread_num() + 4 * 0 * k)]++;
    }
}
