// works: called once
#include "../threads.h"

static int a[4];
static void share(void) {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++) a[i]++;
}
int main(void) {
#pragma omp parallel num_threads(2)
    { PICK(for (int k = 0; k < 2; k++), ) share(); }
}
