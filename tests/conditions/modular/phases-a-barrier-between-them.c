// phases: a barrier between them
#include "../threads.h"

static int a[4], b[4];
int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(dynamic) PICK(nowait, )
        for (int i = 0; i < 4; i++) a[i] = i;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 4; i++) b[i] = a[3 - i];
    }
}
