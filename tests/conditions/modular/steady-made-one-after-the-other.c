// steady: made one after the other
#include "../threads.h"

static int a[64], low;
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        LOCK
        int k = low;
        UNLOCK
        a[i + k]++;
        LOCK
        PICK(low = 1;, )
        UNLOCK
    }
}
