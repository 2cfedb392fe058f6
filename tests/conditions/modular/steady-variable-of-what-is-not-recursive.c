// steady: variable of what is not recursive
#include "../threads.h"

static int a[64], *outer;
static void go(int n) {
    int k = n;
    if (n) outer = &k;
    if (n) {
        PICK(go(0);, )
        return;
    }
    PICK(, outer = &k;)
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        a[i + k]++;
        a[i + *outer]++;
    }
}
int main(void) { go(PICK(1, 0)); }
