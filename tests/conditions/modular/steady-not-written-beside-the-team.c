// steady: not written beside the team
#include "../threads.h"

static int a[1024], low = 1;
int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        if (PICK(i == 5, 0))
#pragma omp atomic write
            low = 2;
        a[i + low]++;
    }
}
