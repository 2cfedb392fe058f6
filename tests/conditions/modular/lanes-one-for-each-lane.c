// lanes: one for each lane
#include "../threads.h"

static void set(int *at) { *at = 1; }
int main(int argc, char **argv) {
    PICK(int k;, )
#pragma omp simd
    for (int i = 0; i < 64; i++) {
        PICK(, int k;)
        set(&k);
    }
    return 0;
}
