// index-sums: no negative factor
#include "../threads.h"

static int a[1024], by;
int main(int argc, char **argv) {
    by = PICK(-argc, argc);
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        if (PICK(by >= 0, by <= 0)) continue;
        if (i < 50) {
            int k = a[500 + i * by];
            (void)k;
        } else {
#pragma omp atomic write
            a[500 + i * by PICK(- 2 * by, )] = 1;
        }
    }
}
