// uniform: no condition alone
#include "../threads.h"

static int a[8];
static void use(int i) {
    for (int k = 0; k < 2; k++) a[PICK(i + k, 2 * i + k)]++;
}
int main(void) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; i++) use(i);
}
