// phases: a barrier before it comes again
#include "../threads.h"

static int a[4];
int main(void) {
#pragma omp parallel num_threads(2)
    for (int k = 0; k < 2; k++) {
#pragma omp for schedule(dynamic) PICK(nowait, )
        for (int i = 0; i < 4; i++) a[i]++;
    }
}
