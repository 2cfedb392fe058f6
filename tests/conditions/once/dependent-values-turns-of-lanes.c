// dependent-values: turns of lanes
#include "../threads.h"

THREAD(late, if (x == 1) data++;)
int main(void)
{
#pragma omp simd
    for (int i = 1; i < PICK(3, 2); i++)
        __atomic_store_n(&x, PICK(i, 2), __ATOMIC_RELAXED);
    START(a, late) START(b, late) WAIT(a) WAIT(b)
    return 0;
}
