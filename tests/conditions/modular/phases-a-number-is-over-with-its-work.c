// phases: no condition alone
#include "../threads.h"

static int a[4];
int main(void) {
#pragma omp parallel num_threads(2)
    for (int k = 0; k < 2; k++) {
        int last = -1;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 4; i++) {
            a[i]++;
            last = i;
        }
        if (PICK(last >= 0, 0)) a[last]++;
    }
}
