// steady: not kept by the world
// of: a
#include "../threads.h"

static int a[1024], low[64];
int main(void) {
    PICK(setvbuf(stdout, (char *)low, _IOFBF, 256);, )
#pragma omp parallel for
    for (int i = 0; i < 32; i++) a[i + low[0]]++;
}
